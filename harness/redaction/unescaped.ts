const named: Readonly<Record<string, string>> = {
  ...{ amp: "&", quot: '"', apos: "'", lt: "<", gt: ">", nbsp: " ", colon: ":", equals: "=" },
  ...{ lowbar: "_", lbrace: "{", lcub: "{", rbrace: "}", rcub: "}", comma: ",", num: "#" },
};
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi;
/** Bounded, since each backslash of a run takes place on the stack. */
const escaped = /(?<!\\)\\{1,64}(?:u([\da-f]{4})|u\{([\da-f]{1,6})\}|x([\da-f]{2})|([nrt"'/]))/gi;
/** As `escape` of JavaScript writes what is not ASCII. */
const percentUnit = /%u([\da-f]{4})/gi;
const lines: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/**
 * A text without HTML entities and the escapes of programs (`&quot;`, `&#34;`, `\x22`, `\u0022`, `%u0022`), each of
 * which is decoded once, however many backslashes it has. The same text if it has none.
 */
export function unescapedText(text: string): string {
  const plain = text.includes("&")
    ? text.replaceAll(entity, (all, decimal?: string, hex?: string, name?: string) =>
        name === undefined
          ? characterOf(decimal, decimal === undefined ? hex : undefined, all)
          : (named[name.toLowerCase()] ?? all),
      )
    : text;
  const decoded = plain.includes("%u") ? plain.replaceAll(percentUnit, characterOfUnit) : plain;
  if (!decoded.includes("\\")) return decoded;
  return decoded.replaceAll(
    escaped,
    (all, unit?: string, code?: string, byte?: string, sign = "") =>
      sign === "" ? characterOf(undefined, unit ?? code ?? byte, all) : (lines[sign] ?? sign),
  );
}

function characterOf(decimal: string | undefined, hex: string | undefined, all: string): string {
  const code =
    decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number.parseInt(decimal, 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : all;
}

const characterOfUnit = (_: string, unit: string) => String.fromCharCode(Number.parseInt(unit, 16));
