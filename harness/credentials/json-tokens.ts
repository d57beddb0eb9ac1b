/** What JSON consists of: names and texts, numbers and other words, and where objects and lists begin and end. */
export type Token =
  | { readonly kind: "text" | "word"; readonly text: string; readonly isName: boolean }
  | { readonly kind: "begin"; readonly isList: boolean }
  | { readonly kind: "end" };

const wordToken = /[^\s"{}[\],:]+/y;
const colon = /\s*:/y;

/** The tokens of a text, which may be cut, or contain JSON among other things. Its time is linear. */
export function* tokensOfText(text: string): Iterable<Token> {
  let index = 0;
  const matchAt = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = index;
    return expression.exec(text);
  };
  while (index < text.length) {
    const sign = text.charAt(index);
    if (sign === '"') {
      const end = endOfString(text, index + 1);
      const value = unescaped(text.slice(index + 1, end));
      index = text.charAt(end) === '"' ? end + 1 : end;
      yield { kind: "text", text: value, isName: matchAt(colon) !== null };
    } else if (sign === "{" || sign === "[") {
      index += 1;
      yield { kind: "begin", isList: sign === "[" };
    } else if (sign === "}" || sign === "]") {
      index += 1;
      yield { kind: "end" };
    } else {
      const word = matchAt(wordToken)?.[0] ?? "";
      index += Math.max(1, word.length);
      if (word !== "") yield { kind: "word", text: word, isName: matchAt(colon) !== null };
    }
  }
}

/** A text that never ends is read up to the end of the line: JSON has no line breaks in one. */
function endOfString(text: string, begin: number): number {
  for (let index = begin; index < text.length; index += 1) {
    const sign = text.charAt(index);
    if (sign === '"' || sign === "\n") return index;
    if (sign === "\\") index += 1;
  }
  return text.length;
}

function unescaped(text: string): string {
  if (!text.includes("\\")) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text.replaceAll(/\\(["/\\])/g, "$1");
  }
}

/** The tokens of JSON that was parsed, without writing it again: its texts may be very long. */
export function* tokensOfValue(value: unknown): Iterable<Token> {
  const open = [membersOf([value])];
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const { done, value: member } = last.next();
    if (done === true) {
      open.pop();
      if (open.length > 0) yield { kind: "end" };
      continue;
    }
    const [name, one] = member;
    if (name !== null) yield { kind: "text", text: name, isName: true };
    if (typeof one === "object" && one !== null) {
      yield { kind: "begin", isList: Array.isArray(one) };
      open.push(membersOf(one));
    } else
      yield { kind: typeof one === "string" ? "text" : "word", text: String(one), isName: false };
  }
}

/** With their names; the entries of a list have none. */
function* membersOf(holder: object): Generator<readonly [string | null, unknown], undefined> {
  if (Array.isArray(holder)) for (const one of holder) yield [null, one];
  else yield* Object.entries(holder);
}
