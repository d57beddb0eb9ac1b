/** Characters that take two columns in a terminal; an approximation by block, good enough to wrap. */
const wide =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
/** Characters that take none: combining marks and joiners. */
const combining = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Columns that a line without control characters takes in a terminal. */
export function displayWidth(line: string): number {
  let columns = 0;
  for (const character of line) {
    if (character < "\u0300") columns += 1;
    else if (!combining.test(character)) columns += wide.test(character) ? 2 : 1;
  }
  return columns;
}

/** The longest start of a line that fits, with an ellipsis where something is left out. */
export function clip(line: string, width: number): string {
  if (displayWidth(line) <= width) return line;
  return `${takeColumns(line, Math.max(width - 1, 0))}…`;
}

/** Breaks text into lines of at most `width` columns: at spaces, or inside of words that are longer. */
export function wrap(text: string, width: number): readonly string[] {
  const room = Math.max(width, 8);
  return text.split("\n").flatMap((line) => wrapLine(line, room));
}

function wrapLine(line: string, width: number): readonly string[] {
  if (displayWidth(line) <= width) return [line];
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (displayWidth(longer) <= width) {
      current = longer;
      continue;
    }
    if (current !== "") lines.push(current);
    current = word;
    while (displayWidth(current) > width) {
      const head = takeColumns(current, width);
      lines.push(head);
      current = current.slice(head.length);
    }
  }
  lines.push(current);
  return lines;
}

function takeColumns(line: string, width: number): string {
  let taken = "";
  let columns = 0;
  for (const character of line) {
    columns += displayWidth(character);
    if (columns > width) break;
    taken += character;
  }
  return taken;
}

/** Wraps text after a label; further lines stand under the first one. */
export function labelled(label: string, text: string, width: number): readonly string[] {
  const indent = " ".repeat(displayWidth(label));
  return wrap(text, width - indent.length).map((line, index) =>
    `${index === 0 ? label : indent}${line}`.trimEnd(),
  );
}

/**
 * Breaks a shell command between its words, so that what is printed over several lines still runs
 * when pasted. A flag stays with its value; a single word is never broken.
 */
export function foldCommand(command: string, width: number): readonly string[] {
  if (command.includes("\n") || displayWidth(command) <= width) return command.split("\n");
  const parts = joinFlags(shellWords(command));
  const lines: string[] = [];
  let current = "";
  for (const part of parts) {
    const longer = current === "" ? part : `${current} ${part}`;
    if (current === "" || displayWidth(longer) <= width - 2) {
      current = longer;
      continue;
    }
    lines.push(`${current} \\`);
    current = `  ${part}`;
  }
  return [...lines, current];
}

function shellWords(command: string): readonly string[] {
  return command.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g) ?? [command];
}

function joinFlags(words: readonly string[]): readonly string[] {
  const parts: string[] = [];
  for (const word of words) {
    const last = parts.at(-1);
    const takesValue = last !== undefined && /^--?[A-Za-z][\w-]*$/.test(last);
    if (takesValue && !word.startsWith("-")) parts[parts.length - 1] = `${last} ${word}`;
    else parts.push(word);
  }
  return parts;
}
