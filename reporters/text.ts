import stringWidth from "string-width";

/** What a reader sees as one character: a letter with its accents, a flag, a family of emoji. */
const characters = new Intl.Segmenter();
const oneColumnEach = /^[\x20-\x7e]*$/;

/** Columns that a line without control characters takes in a terminal. */
export function displayWidth(line: string): number {
  return stringWidth(line);
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
  let columns = 0;
  for (const word of line.split(" ")) {
    const wordColumns = displayWidth(word);
    if (columns + 1 + wordColumns <= width && current !== "") {
      current += ` ${word}`;
      columns += 1 + wordColumns;
      continue;
    }
    if (current !== "") lines.push(current);
    current = word;
    columns = wordColumns;
    while (columns > width) {
      const head = takeColumns(current, width);
      lines.push(head);
      current = current.slice(head.length);
      columns = displayWidth(current);
    }
  }
  lines.push(current);
  return lines;
}

/** Never ends inside of what a reader sees as one character. */
function takeColumns(line: string, width: number): string {
  if (oneColumnEach.test(line)) return line.slice(0, width);
  let taken = "";
  let columns = 0;
  for (const { segment } of characters.segment(line)) {
    columns += displayWidth(segment);
    // A pile of marks can be wider than a page. Something of it is taken all the same, so that whoever
    // cuts a line into pieces comes to its end.
    if (columns > width) return taken === "" && width > 0 ? firstCodePoint(segment) : taken;
    taken += segment;
  }
  return taken;
}

function firstCodePoint(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
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
