import { describe, expect, it } from "vitest";
import { createRedactor } from "../../harness/secrets/redaction.ts";
import { base64, base64url, encodings, otherCharacters, reversed } from "./encodings.ts";

describe("createRedactor", () => {
  const key = 'bk_a/b"c d+é=&<%';
  const redact = createRedactor([
    { value: "bk_plain-123", placeholder: "$SHORT" },
    { value: key, placeholder: "$KEY" },
    { value: "bk_plain-123-and-more", placeholder: "$LONG" },
    { value: "short", placeholder: "$NEVER" },
  ]);

  it.each([
    ["plain", key],
    ["percent-encoded", encodeURIComponent(key)],
    ["percent-encoded in lower case", encodeURIComponent(key).toLowerCase()],
    ["as a form", new URLSearchParams({ k: key }).toString().slice(2)],
    ["as JSON", JSON.stringify(key).slice(1, -1)],
    ["as JSON in JSON", JSON.stringify(JSON.stringify(key)).slice(3, -3)],
    ["as JSON with escaped slashes", JSON.stringify(key).slice(1, -1).replaceAll("/", "\\/")],
    ["as ASCII JSON", JSON.stringify(key).slice(1, -1).replace("é", "\\u00E9")],
    ["as HTML", "bk_a/b&quot;c d+é=&amp;&lt;%"],
    ["in upper case", key.toUpperCase()],
    ["in base64", base64(key)],
    ["as in HTTP Basic", base64(`${key}:`)],
    ["as the user and the password of HTTP Basic", base64(`${key}:${key}`)],
    ["in base64url", base64url(`${key}:x`)],
  ])("replaces it %s", (_name, form) => {
    expect(redact(`<<${form}>> and ${form}!`)).toBe("<<$KEY>> and $KEY!");
  });

  it.each(["bk_éèàùçôêîâûñ", "секретный-пароль", "密码是很长的秘密", "éèàùçôêîâûñ-7"])(
    "finds %s, which has few letters of ASCII",
    (secret) => {
      const find = createRedactor([{ value: secret, placeholder: "$OTHER" }]);
      const units = Array.from({ length: secret.length }, (_, at) => secret.charCodeAt(at));
      const hex = (unit: number) => unit.toString(16).padStart(4, "0");
      for (const form of [
        secret,
        secret.toUpperCase(),
        encodeURIComponent(secret),
        units.map((unit) => `\\u${hex(unit)}`).join(""),
        units.map((unit) => `\\\\u{${hex(unit)}}`).join(""),
        units.map((unit) => `&#${unit};`).join(""),
        units.map((unit) => `&amp;#x${hex(unit)};`).join(""),
        reversed(secret),
        base64(secret),
        Buffer.from(secret).toString("hex"),
      ]) {
        expect(find(`<<${form}>> and ${form}!`)).toBe("<<$OTHER>> and $OTHER!");
      }
      const text = "ein langer Text über etwas anderes, и ещё один, 漢字も";
      expect(find(text)).toBe(text);
    },
  );

  it("takes the longest", () => {
    expect(redact("bk_plain-123-and-more bk_plain-123-and-mo")).toBe("$LONG $SHORT-and-mo");
  });

  it("leaves short values and everything else alone", () => {
    const text = "a short text, bk_plain-12, $& and $1";
    expect(redact(text)).toBe(text);
    expect(createRedactor([])(key)).toBe(key);
  });

  it("knows a secret with a lone surrogate, which recorded traffic may contain", () => {
    const odd = createRedactor([{ value: "secret-\ud800-value", placeholder: "$ODD" }]);
    expect(odd("a secret-\ud800-value")).toBe("a $ODD");
  });

  it("does not take its placeholders for patterns", () => {
    const odd = createRedactor([{ value: "secret-value", placeholder: "$& $1 $$" }]);
    expect(odd("a secret-value")).toBe("a $& $1 $$");
  });

  describe("of a key", () => {
    const whole = "bk_8ltctGNbjXK7JU5vVTSQkCOb";
    const partly = createRedactor([
      { value: whole, placeholder: "$KEY", parts: true },
      { value: whole.slice(0, -1), placeholder: "$SHORTENED" },
    ]);

    it.each([
      ["the beginning", whole.slice(0, 12)],
      ["the end", whole.slice(-14)],
      ["the middle", whole.slice(5, 20)],
      ["all but the first", whole.slice(1)],
      ["the beginning with escapes", encodeURIComponent(whole.slice(0, 15)).replace("8", "%38")],
      ["the beginning in lower case", whole.slice(0, 13).toLowerCase()],
      [
        "the beginning in fullwidth letters",
        whole
          .slice(0, 13)
          .replace(/[a-z0-9]/gi, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
      ],
      ["the beginning in hexadecimal", Buffer.from(whole).toString("hex").slice(0, 30)],
      ["the beginning in base64", Buffer.from(whole).toString("base64").slice(0, 20)],
      ["the beginning of a header in base64", base64(`Bearer ${whole}`).slice(8, 34)],
    ])("leaves %s out, where a text was cut", (_name, part) => {
      expect(partly(`<<${part}>>`)).toMatch(/^<<.{0,8}\[part of a secret\]>>$/);
    });

    it("says which key it is where it is whole, whatever part is beside it", () => {
      expect(partly(`${whole}…`)).toBe("$KEY…");
      expect(partly(`${whole} ${whole.slice(0, 20)}`)).toBe("$KEY [part of a secret]");
      expect(partly(whole.slice(0, -1))).toBe("$SHORTENED");
    });

    it("has parts of a long key from its first 128 characters only, and finds it as a whole", () => {
      const long = Array.from({ length: 200 }, (_, index) => `k${index}`).join("");
      const hide = createRedactor([{ value: long, placeholder: "$KEY", parts: true }]);
      expect(hide(`<<${long.slice(60, 90)}>>`)).toContain("[part of a secret]");
      expect(hide(`<<${long.slice(0, 400)} ...`)).not.toContain(long.slice(0, 20));
      expect(hide(`<<${long}>>`)).toBe("<<$KEY>>");
      expect(hide(`<<${long.slice(300, 330)}>>`)).toContain(long.slice(300, 330));
    });

    it("takes no ordinary words for parts", () => {
      const wordy = createRedactor([
        { value: "key-of-our-company-news-7", placeholder: "$KEY", parts: true },
      ]);
      expect(wordy("our-company-news.example.com")).toBe("our-company-news.example.com");
    });

    it("leaves short parts and other texts alone", () => {
      const text = `${whole.slice(0, 11)} bk_ ${whole.slice(-8)} ${"x".repeat(40)}`;
      expect(partly(text)).toBe(text);
    });
  });

  it.each([
    ["single quotes and angles in HTML", "a>b<c'd-secret", "a&gt;b&lt;c&apos;d-secret"],
    ["numbered in HTML", "a>b-secret", "a&#62;b-secret"],
    ["numbered in HTML, in hex with zeros", "a>b-secret", "a&#x003E;b-secret"],
    ["a tab in JSON", "a\tb-secret", "a\\tb-secret"],
    ["a tab in JSON in JSON", "a\tb-secret", "a\\\\tb-secret"],
    ["a backslash in JSON", "a\\b-secret", "a\\\\b-secret"],
    ["a character of two units", "a😀b-secret", "a\\ud83d\\ude00b-secret"],
    ["a space as plus", "a b-secret", "a+b-secret"],
    ["letters of an expression", "a.b[c]-(d)", "a.b[c]-(d)"],
    ["six characters, the shortest", "secret", "secret"],
    ["slashes and tildes in the path of a member", "bk_a/b~c/d", "bk_a~1b~0c~1d"],
  ])("knows %s", (_name, value, form) => {
    expect(createRedactor([{ value, placeholder: "[gone]" }])(`<${form}>`)).toBe("<[gone]>");
  });

  it.each([
    ["a dot for any character", "a.b-secret", "axb-secret"],
    ["a plus for what is no space", "a-b-secret", "a+b-secret"],
    ["a t for what is no tab", "a-b-secret", "a\\tb-secret"],
  ])("does not take %s", (_name, value, other) => {
    expect(createRedactor([{ value, placeholder: "[gone]" }])(other)).toBe(other);
  });

  describe.each([
    "bk_plainLetters0123456789",
    "bk_canary-Own/key+1=",
    "-begins-with-a-sign_7",
    "%41&amp;-is-literal-7",
    "bk_[^a]\\\\\\\\u0041\\\\d+x{2}",
    'bk_a/b"c d+é=&<%',
    "bk_tiny7",
  ])("of the key %s", (value) => {
    const hide = createRedactor([{ value, placeholder: "[gone]" }]);

    it.each(Object.entries(encodings))("knows %s", (_name, encode) => {
      for (const [before, after] of [
        ["", ""],
        ["Bearer ", ""],
        ["user:", " and more"],
        ["\n{", "}\\"],
      ] as const) {
        const text = encode(before + value + after);
        expect(hide(text), text).toContain("[gone]");
        expect(hide(`<<${text}>>`), text).toContain("[gone]");
      }
    });

    it.each(["\u034f", "\u00ad\u200d", "\ufe0f", "\u3164", "\u{e0100}"])(
      "knows it with %j after each character",
      (invisible) => {
        const text = value.replaceAll(/./gu, `$&${invisible}`);
        expect(hide(`<<${text}>>`)).toBe("<<[gone]>>");
        expect(hide(encodeURI("<<") + text.replaceAll("%", "%25"))).toContain("[gone]");
      },
    );
  });

  describe.each([
    "base64",
    "base64url",
    "hex",
    "hex in upper case",
    "base64 of base64",
    "hex with spaces",
    "hex as in C",
    "a list of bytes",
    "a list of bytes on lines of their own",
    "octal",
  ])("in another encoding, once more encoded: %s", (outer) => {
    const value = "bk_canary-Own/key+1=";
    const hide = createRedactor([{ value, placeholder: "[gone]", parts: true }]);
    const encodeAgain = encodings[outer] ?? String;

    it.each(Object.entries(encodings))("of %s", (_name, encode) => {
      for (const before of ["", "a", "ab", "Bearer "]) {
        const text = encodeAgain(before + encode(value));
        expect(hide(`<<${text}>>`), text).toContain("[gone]");
      }
    });
  });

  it.each([
    ...Object.entries({ ...encodings, ...otherCharacters }),
    ["characters on lines of their own", (text: string) => [...text].join("\r\n")] as const,
    ["base64 in short lines", (text: string) => base64(text).replaceAll(/.{4}/g, "$&\n")] as const,
  ])("knows %s in a JSON string, and in JSON in one", (_, encode) => {
    const value = "bk_8ltctGNbjXK7JU5vVTSQkCOb";
    const hide = createRedactor([{ value, placeholder: "[gone]" }]);
    const once = JSON.stringify({ message: `<<${encode(value)}>>` });
    for (const text of [once, JSON.stringify(once)]) expect(hide(text)).toContain("[gone]");
  });

  it.each([
    "percent-encoding of everything",
    "escapes of everything as in JSON",
    "escapes as in JavaScript",
    "decimal entities",
    "hexadecimal entities",
  ])("knows %s when it is written backwards", (name) => {
    const value = "bk_canary-Own/key+1=";
    const hide = createRedactor([{ value, placeholder: "[gone]" }]);
    const text = reversed(encodings[name]?.(value) ?? "");
    expect(hide(`<<${text}>>`)).toBe("<<[gone]>>");
  });

  it.each(["a list of bytes", "hex as in C", "octal"])(
    "knows %s when it is written backwards, whole or in base64",
    (name) => {
      const value = "bk_8ltctGNbjXK7JU5vVTSQkCOb";
      const hide = createRedactor([{ value, placeholder: "[gone]", parts: true }]);
      const list = encodings[name]?.(value) ?? "";
      for (const text of [
        list,
        base64(base64(value)),
        Buffer.from(base64(value)).toString("hex"),
      ]) {
        expect(hide(`<<${reversed(text)}>>`), text).toContain("[gone]");
      }
    },
  );

  it("knows a part in hexadecimal or base64 that is written backwards", () => {
    const value = "bk_8ltctGNbjXK7JU5vVTSQkCOb";
    const hide = createRedactor([{ value, placeholder: "[gone]", parts: true }]);
    for (const text of [Buffer.from(value).toString("hex"), base64(value)]) {
      const part = reversed(text.slice(4, -4));
      expect(hide(`<<${part}>>`), text).toContain("[part of a secret]");
    }
  });

  it("knows codes with words between them", () => {
    const value = 'bk_a/b"c d+é=&<%';
    const hide = createRedactor([{ value, placeholder: "[gone]" }]);
    const calls = (text: string) => [...Buffer.from(text)].map((byte) => `chr(${byte})`).join("+");
    for (const text of [calls(value), calls(base64(value)), base64(calls(value))]) {
      expect(hide(text), text).toContain("[gone]");
    }
  });

  it.each<[string, (text: string) => string]>([
    ["an object", (text) => JSON.stringify({ ...[...text] })],
    ["lines", (text) => [...text].map((sign, index) => `[${index}] => ${sign}`).join("\n")],
    ["parameters", (text) => [...text].map((sign, index) => `k[${index}]=${sign}`).join("&")],
    ["a typed array", (text) => JSON.stringify(new Uint8Array(Buffer.from(text)))],
  ])("knows characters with their indices in %s, whole, cut or encoded", (_name, spread) => {
    const value = "bk_8ltc-GNbjXK7_U5vVTSQkCOb";
    const hide = createRedactor([{ value, placeholder: "[gone]", parts: true }]);
    const text = spread(value);
    for (const one of [text, base64(text), base64(base64(text)), JSON.stringify(text)])
      expect(hide(`<<${one}>>`), one).toContain("[gone]");
    expect(hide(text.slice(0, (text.length * 3) / 4))).toContain("[part of a secret]");
  });

  it("leaves a part out where a text was cut within an encoding", () => {
    const value = "bk_8ltctGNbjXK7JU5vVTSQkCOb";
    const hide = createRedactor([{ value, placeholder: "[gone]", parts: true }]);
    const lists = ["a list of bytes", "hex with spaces", "hex as in C", "octal"].flatMap((name) => {
      const list = encodings[name] ?? String;
      return [list(value), list(base64(value)), base64(list(value))];
    });
    for (const text of [
      reversed(value),
      base64(base64(value)),
      base64(reversed(value)),
      ...lists,
    ]) {
      expect(hide(`<<${text.slice(0, (text.length * 3) / 4)}`), text).toMatch(
        /^<<.{0,40}\[part of/,
      );
    }
  });

  it("keeps what is around a key", () => {
    const hide = createRedactor([{ value: "bk_canary-own-1", placeholder: "[gone]" }]);
    const text = (key: string) =>
      `{"a":"50% of \\"x\\" &amp; y+z","b":["${key}"],"c":"\\u00e9%C3%A9"}`;
    expect(hide(text("%62k_canary-own-1"))).toBe(text("[gone]"));
    expect(hide(text(Buffer.from("bk_canary-own-1").toString("hex")))).toBe(text("[gone]"));
    expect(hide(`a ${base64("Bearer bk_canary-own-1")} b`)).toBe("a QmVhcmVyI[gone] b");
  });

  it.each([
    "a=3D &#95 b, Tom&#39s, 5 &lt 6 &amp 7, &#8364 and &#x20ac",
    "/search?id=42&page=20&from=2026-01-05&size=5F&a=\r\n",
    "C:\\\\new\\\\12\\\\bin, \\\\1 and \\\\d{3}, content: '\\\\201c'",
    `[${Array.from({ length: 300 }, (_, index) => (index * 37) % 131).join(", ")}]`,
    "0o644 0o755 0o600 0o640 0o700 0o711 0o777, 10h 12h 14h 16h 18h 20h 22h",
    '{"0":"a","1":"b","2":"c","3":"d","4":"e","5":"f","6":"g"}',
    "098107095100105057110095",
  ])("leaves ordinary text as it is: %j", (text) => {
    const hide = createRedactor([
      { value: "bk_8ltc-GNbjXK7_U5vVTSQkCOb", placeholder: "[gone]", parts: true },
      { value: "bk_tiny7", placeholder: "[gone]" },
    ]);
    expect(hide(text)).toBe(text);
  });

  it("does not take ordinary sentences for a secret without its signs", () => {
    const hide = createRedactor([
      { value: "let-me-in", placeholder: "[gone]" },
      { value: "drawer", placeholder: "[gone]" },
    ]);
    const text = "They let me in. Let Me In! A reward: 108 101 116. Letmein.";
    expect(hide(text)).toBe(text);
    expect(hide("a let-me-in b, 6C 65 74 2D 6D 65 2D 69 6E")).toBe("a [gone] b, [gone]");
  });

  it("lets no key through, whatever it is made of", () => {
    let seed = 20260101;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return (seed >>> 8) % below;
    };
    const alphabet = [..."abzAZ09_-/+=.:;,!'\"\\ ()[]{}<>&%$^*?|~#@`é€😀\t"];
    for (let round = 0; round < 300; round += 1) {
      const length = 6 + random(30);
      const value = `bk_${Array.from({ length }, () => alphabet[random(alphabet.length)]).join("")}`;
      const hide = createRedactor([{ value, placeholder: "[gone]" }]);
      const forms = [
        value,
        encodeURIComponent(value),
        JSON.stringify({ deep: JSON.stringify([value]) }),
        `Basic ${base64(`${value}:${value}`)}`,
        base64(value),
        new URLSearchParams({ key: value }).toString(),
      ];
      for (const form of forms) {
        const shown = hide(`before ${form} after`);
        expect(shown, `${value} in ${form}`).toContain("[gone]");
        expect(shown.toLowerCase()).not.toContain(value.toLowerCase());
        expect(decodeURIComponentOr(shown)).not.toContain(value);
        expect(shown.startsWith("before ") && shown.endsWith(" after")).toBe(true);
      }
    }
  });
});

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

describe("a redactor whose time is used up", () => {
  const hide = createRedactor([{ value: "bk_9fKq27ZtLw83", placeholder: "$KEY" }], 0);
  hide("the first text is searched, and takes some time");

  it("shows no long text, and none that it cuts", () => {
    const long = "x".repeat(1000);
    expect(hide(long)).toBe("[not shown: too much of it is encoded]");
    expect(hide.beginningOf?.(long, 10)).toBe("[not shown: too much of it is encoded]");
  });

  it("still shows the texts of requests, without secrets", () => {
    const long = `curl -H 'api-key: bk_9fKq27ZtLw83' ${"x".repeat(1000)}`;
    expect(hide.ofRequest?.(long)).toBe(long.replace("bk_9fKq27ZtLw83", "$KEY"));
  });

  it("still removes secrets from short texts", () => {
    expect(hide("key=bk_9fKq27ZtLw83;")).toBe("key=$KEY;");
  });
});
