import { looksOpaque, namesCredential } from "./credentials.ts";
import type { Findings, Likelihood } from "./findings.ts";
import { strongest } from "./findings.ts";
import { type Token, tokensOfText } from "./json-tokens.ts";

/** An object or a list that has begun. */
interface Frame {
  readonly isList: boolean;
  /** The name of its member; the entries of a list have the name of the list. */
  readonly name: string;
  /** What the names around say of everything in it. */
  readonly within: Likelihood;
  /** Whether it is a list in a list: `[["x-api-key", "…"]]`. */
  readonly isInList: boolean;
  /** Of an object such as `{"name": "X-Api-Key", "value": "…"}`; of a list, the text before. */
  pairName: string;
  pairValue: string;
}

const naming = new Set([
  "name",
  "key",
  "k",
  "label",
  "header",
  "field",
  "parameter",
  "param",
  "id",
  // A pointer to a member, and a list of the names on the way to it.
  "path",
  "loc",
]);
const valued = new Set(["value", "val", "v", "input", "default"]);
/** A shorter name has no credential in it. */
const shortestTelling = 10;
/** Deeper values belong to the names around this depth: a text may be nothing but opening brackets. */
const deepest = 10_000;
/** Shorter numbers are no secrets. */
const number = /^-?\d{6,100}$/;

/**
 * Reads the members of JSON, in the order of the text and whatever surrounds it: a byte order mark, a
 * guard, a call, several documents, the text of a page. It reads text that was cut, that has a member twice
 * (`JSON.parse` keeps the last one only), and that is as deep as it may be. Its time is linear.
 *
 * @param inner called with each text, which may contain further values
 */
export function readJsonMembers(
  text: string,
  within: Likelihood,
  to: Findings,
  inner: (text: string, within: Likelihood) => void,
): void {
  readMembers(tokensOfText(text), within, to, inner);
}

/** Reads the members of JSON like `readJsonMembers`, from its tokens. */
export function readMembers(
  tokens: Iterable<Token>,
  within: Likelihood,
  to: Findings,
  inner: (text: string, within: Likelihood) => void,
): void {
  const frames: Frame[] = [];
  const nothing = { pairName: "", pairValue: "" };
  const outside: Frame = { isList: false, isInList: false, name: "", within, ...nothing };
  let name: string | null = null;
  let deeper = 0;
  const frame = () => frames.at(-1) ?? outside;

  const noteText = (value: string) => {
    const around = frame();
    const own = name ?? (around.isList ? around.name : "");
    // What a list has in common with its entries is the name around them.
    if (name === null && around.isList) {
      to.beside(around.name, value, around.within);
      if (namesCredential(around.pairName) === "yes" && (around.isInList || looksOpaque(value)))
        to.named(around.pairName, value, around.within);
      around.pairName = value;
    } else to.named(own, value, around.within);
    if (name !== null && naming.has(name.toLowerCase())) around.pairName = value;
    if (name !== null && valued.has(name.toLowerCase())) around.pairValue = value;
    inner(value, strongest(around.within, namesCredential(own)));
  };

  for (const token of tokens) {
    if (token.kind === "text") {
      if (!token.isName) noteText(token.text);
      else {
        name = token.text;
        if (frame().within === "yes" && looksOpaque(name)) to.add(name);
        if (name.length >= shortestTelling) inner(name, "no");
        continue;
      }
    } else if (token.kind === "word") {
      if (token.isName) {
        name = token.text;
        continue;
      }
      const around = frame();
      if (number.test(token.text)) to.number(name ?? around.name, token.text.replace("-", ""));
    } else if (token.kind === "begin" && frames.length === deepest) deeper += 1;
    else if (token.kind === "begin") {
      const around = frame();
      const own = name ?? (around.isList ? around.name : "");
      const beside = valued.has(own.toLowerCase()) ? around.pairName : "";
      const named = strongest(namesCredential(own), namesCredential(beside));
      const all = strongest(around.within, named);
      const isInList = token.isList && around.isList;
      frames.push({ isList: token.isList, isInList, name: own, within: all, ...nothing });
    } else if (deeper > 0) deeper -= 1;
    else {
      const ended = frames.pop();
      if (ended?.isList && naming.has(ended.name.toLowerCase())) frame().pairName = ended.pairName;
      if (ended?.isList === false && ended.pairName !== "" && ended.pairValue !== "")
        to.named(ended.pairName, ended.pairValue, ended.within);
    }
    name = null;
  }
}
