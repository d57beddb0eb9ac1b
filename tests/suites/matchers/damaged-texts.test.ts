import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../../contracts/load.ts";
import { expectUndamaged } from "../../../suites/matchers/damaged-texts.ts";

const search = loadCatalogue().operation("aggregator", "/search", "default");
if (search === null) throw new Error("no such operation");

const judge = (articles: readonly object[]) =>
  expectUndamaged(
    { news_articles: articles.map((article) => ({ type: "article", ...article })) },
    search,
  );

/** Three different articles with this title. */
const titled = (title: string) =>
  [1, 2, 3].map((number) => ({ title: `${title} ${number}`.replace(/^ /, "") }));
const pictured = (address: (number: number) => string) =>
  [1, 2, 3].map((number) => ({ image: address(number) }));

describe("titles", () => {
  test.each([
    "AT&T & Co.",
    "Q&A; and more, rock&roll; too",
    "CAFÉ® opens",
    "«ESTA MANHÃ» e «IRMÃ»",
    "ÇA VA OÙ\u00a0?",
    "ĐÃ® Việt",
    "À 5° ET PLUS, CAFÉ»",
    "Café, Ñandú, SÃO PAULO, Ã la carte",
    "Größe 5 Ω — “so” ’tis",
    "Über &nbsp",
    "<em>Über</em> &amp; unter",
    "日本語 ЖУК",
    "One\nTwo",
    "",
  ])("may be %j", (title) => {
    expect(judge(titled(title))).toEqual([]);
  });

  test.each([
    ["AT&amp;T", "a text without HTML character references (as in 3 places)"],
    ["it&#39;s", "a text without HTML character references (as in 3 places)"],
    ["Caf&#xE9;", "a text without HTML character references (as in 3 places)"],
    ["Caf&eacute;", "a text without HTML character references (as in 3 places)"],
    ["Caf\ufffd", "a text without replacement characters (U+FFFD) (as in 3 places)"],
    ["coÃ»t", "a text in UTF-8, which was not read as another encoding (as in 3 places)"],
    ["voilÃ\u00a0", "a text in UTF-8, which was not read as another encoding (as in 3 places)"],
    ["CafÃ©", "a text in UTF-8, which was not read as another encoding (as in 3 places)"],
    ["itâ€™s Ω", "a text in UTF-8, which was not read as another encoding (as in 3 places)"],
    ["ä¸\u00ad", "a text in UTF-8, which was not read as another encoding (as in 3 places)"],
    ["coal\0", "a text without control characters or a byte order mark (as in 3 places)"],
    ["\ufeffcoal", "a text without control characters or a byte order mark (as in 3 places)"],
    ["caf\\u00e9", "a text without escapes of JSON or of a program (as in 3 places)"],
    ["it\\'s", "a text without escapes of JSON or of a program (as in 3 places)"],
    ["<![CDATA[coal]]>", "a text without the marks of a section of XML (as in 3 places)"],
    ["{{ title }} coal", "a text whose placeholders are filled in (as in 3 places)"],
    ["Translation missing: en.coal", "a text whose placeholders are filled in (as in 3 places)"],
    ["coal%20mine", "a text without percent-encoding (as in 3 places)"],
  ])("are not %j", (title, expected) => {
    expect(judge(titled(title))).toEqual([
      { path: "/news_articles/0/title", expected, actual: expect.stringContaining(" 1") },
    ]);
  });

  test("may be damaged by a publisher: two of them, or one that is there often", () => {
    expect(judge(titled("AT&amp;T").slice(1))).toEqual([]);
    expect(judge(Array(5).fill({ title: "AT&amp;T" }))).toEqual([]);
  });

  test("may look damaged in a few articles of a list", () => {
    for (const title of ["coal%20mine", " coal"]) {
      const [one, two, three] = titled(title);
      const others = ["a", "b", "c", "d"].map((letter) => ({ title: letter }));
      expect(judge([one, two, three, ...others].map((article) => ({ ...article })))).toEqual([]);
    }
    const quoted = (title: string) => ({ title: `"${title}"` });
    expect(judge(["a", "b", "c"].map(quoted))).toHaveLength(1);
    expect(judge([...["a", "b", "c"].map(quoted), { title: "d" }])).toEqual([]);
  });

  test("end where they end, not all after as many letters", () => {
    const numbered = (form: (number: number) => string) =>
      Array.from({ length: 10 }, (_, number) => ({ title: form(number) }));
    const words = "coal and oil and gas and wind and sun";
    const cut = numbered((number) => words.slice(number).padEnd(40, " and").slice(0, 30));
    expect(judge(cut)).toEqual([
      {
        path: "/news_articles/0/title",
        expected: "a whole text (10 of 10 end after 30 characters)",
        actual: expect.any(String),
      },
    ]);
    expect(judge(cut.slice(1))).toEqual([]);
    expect(judge(numbered((number) => `Bulletin of day ${number}`))).toEqual([]);
    expect(judge([...cut, ...numbered((number) => `${number} ends`), { title: "so" }])).toEqual([]);
  });

  test("are HTML if words are marked in some of them", () => {
    expect(judge([...titled("AT&amp;T"), { title: "The <em>price</em> of coal" }])).toEqual([]);
  });

  test("are those of the articles alone: a description may be HTML", () => {
    expect(judge(titled("x").map(({ title }) => ({ description: `${title} &amp; y` })))).toEqual(
      [],
    );
  });
});

test.each([(title: string) => `${title}\n`, (title: string) => `\r\n${title}`])(
  "titles have no line break at an end",
  (spoiled) => {
    const expected = "a text without a line break at its beginning or end (as in 3 places)";
    const spoilt = titled("Coal").map(({ title }) => ({ title: spoiled(title) }));
    expect(judge(spoilt)).toMatchObject([{ path: "/news_articles/0/title", expected }]);
  },
);

describe("lists of texts", () => {
  const written = (authors: unknown) => [1, 2, 3].map((n) => ({ title: `Coal ${n}`, authors }));

  test.each<readonly [string, unknown]>([
    ["names", ["Jane Doe", "Ann"]],
    ["initials", ["J", "D", "A"]],
    ["initials and a name", ["J", "D", "A", "B", "Ann"]],
    ["words of one sign each", ["水", "火", "木", "金"]],
    ["brackets", ["[Agency]", "[A 'quoted' one]"]],
    ["nothing", []],
    ["no texts", [1, 2, 3, 4]],
    ["no list", "JDAB"],
  ])("may be %s", (_, authors) => {
    expect(judge(written(authors))).toEqual([]);
  });

  test.each<readonly [string, unknown, string]>([
    ["the letters of a name", [..."Jane Doe"], "a list of whole texts, not of their letters"],
    ["the letters of another script", [..."Анна"], "a list of whole texts, not of their letters"],
    ["a list as Python prints it", ["['Jane', 'Ann']"], "a list of texts, none of which is a list"],
    ["a list in JSON", ['["Jane"]'], "a list of texts, none of which is a list"],
  ])("are not %s", (_, authors, expected) => {
    expect(judge(written(authors))).toEqual([
      {
        path: "/news_articles/0/authors",
        expected: expect.stringContaining(expected),
        actual: expect.any(String),
      },
    ]);
    expect(judge(written(authors).slice(1))).toEqual([]);
  });
});

describe("addresses", () => {
  test.each([
    (n: number) => `https://a.example/${n}?a=b&amplitude=2&c=d`,
    (n: number) => `https://a.example/null-and-void/undefined-behaviour/${n}`,
    (n: number) => `https://a.example/?next=https://b.example/${n}`,
    (n: number) => ` https://a.example/${n} `,
    (n: number) => `https://a.example:8080/@news:${n}@today`,
    (n: number) => `https://a.example/%7Bsize%7D/${n}`,
    (n: number) => `data:image/svg+xml,<svg viewBox="0 0 ${n} 1"><style>a{b}</style></svg>`,
  ])("may be %#", (address) => {
    expect(judge(pictured(address))).toEqual([]);
  });

  test.each([
    (n: number) => `https://a.example/${n}?a=b&amp;c=d`,
    (n: number) => `https://a.example/${n}/undefined.ico`,
    () => "https://a.example/null",
    (n: number) => `https://https://a.example/${n}`,
    (n: number) => `https://https//a.example/${n}`,
    (n: number) => `https://a.example/{size}/${n}.svg`,
    // What a program would have filled in.
    (n: number) => ["https://a.example/$", `{width}/${n}.svg`].join(""),
    (n: number) => `https://a.example/some page/${n}`,
    (n: number) => `https:\\/\\/a.example\\/${n}`,
    (n: number) => `https://admin:admin@a.example/${n}`,
    (n: number) => `https://a.example:0/${n}`,
  ])("are not %#", (address) => {
    expect(judge(pictured(address)).map(({ path }) => path)).toEqual(["/news_articles/0/image"]);
  });
});

describe("names, identifiers and codes", () => {
  const countries = loadCatalogue().operation("news", "/info/countries", "default");
  const publishers = loadCatalogue().operation("news", "/search/publishers", "default");
  if (countries === null || publishers === null) throw new Error("no such operation");
  const named = (names: readonly string[]) =>
    expectUndamaged(
      { countries: names.map((name) => ({ name, code: name.slice(-4) })) },
      countries,
    );

  test("are not padded with blanks", () => {
    const padded = ["Chad", "Peru", "Fiji"].map((name) => name.padEnd(9));
    expect(named(padded).map(({ path }) => path)).toEqual(["/countries/0/name"]);
    const codes = ["aa", "bb", "cc"].map((code) => ({ name: code, code: `${code}   ` }));
    const found = expectUndamaged({ countries: codes }, countries);
    expect(found.map(({ path }) => path)).toEqual(["/countries/0/code"]);
  });

  test("are not those of translations, but those of publishers may be hosts", () => {
    const keys = ["country.chad", "country.peru", "country.fiji"];
    expect(named(keys)).toMatchObject([
      { expected: "a text in place of the name of a translation (as in 3 places)" },
    ]);
    expect(named([...keys, "Cuba"])).toEqual([]);
    const hosts = ["chad.example", "peru.example", "fiji.example"].map((name) => ({ name }));
    expect(expectUndamaged({ publishers: hosts }, publishers)).toEqual([]);
  });
});
