/** Where a text stops being JSON, from 0. */
export interface JsonMistake {
  readonly offset: number;
  readonly expected: string;
}

const space = /[ \t\r\n]*/y;
const string = /"(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * The first mistake in a text that `JSON.parse` refused; null where none is found. The engine's own
 * message has a position in some releases only, and quotes the text, in which a key may stand.
 */
export function findJsonMistake(text: string): JsonMistake | null {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at += found[0].length;
    return found !== null;
  };
  const takeCharacter = (character: string): boolean => {
    take(space);
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };
  const miss = (expected: string): JsonMistake => ({ offset: at, expected });

  function list(end: string, entry: () => JsonMistake | null): JsonMistake | null {
    if (takeCharacter(end)) return null;
    for (;;) {
      const mistake = entry();
      if (mistake !== null) return mistake;
      if (takeCharacter(end)) return null;
      if (!takeCharacter(",")) return miss(`, or ${end}`);
    }
  }
  function member(): JsonMistake | null {
    take(space);
    if (!take(string)) return miss("a name in double quotes");
    return takeCharacter(":") ? value() : miss("a colon");
  }
  function value(): JsonMistake | null {
    take(space);
    if (takeCharacter("{")) return list("}", member);
    if (takeCharacter("[")) return list("]", value);
    return take(string) || take(scalar) ? null : miss("a value");
  }

  const mistake = value();
  if (mistake !== null) return mistake;
  take(space);
  return at < text.length ? miss("the end of the file") : null;
}
