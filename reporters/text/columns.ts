import stringWidth from "string-width";

/** What a reader sees as one character: a letter with its accents, a flag, a family of emoji. */
const segmenter = new Intl.Segmenter();
const oneColumnEach = /^[\x20-\x7e]*$/;
/**
 * Runs of what has to be segmented, each with the letter before it, which its accents may belong to. All else is a
 * character of its own, whatever is beside it: ASCII, most letters of Latin, Greek and Cyrillic, kana, Han, Hangul.
 */
const clusters =
  /[\x20-\x7e\u00c0-\u024f\u0391-\u03c9\u0400-\u0481\u048a-\u04ff\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]?[^\x20-\x7e\u00c0-\u024f\u0391-\u03c9\u0400-\u0481\u048a-\u04ff\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]+/g;

/** To measure a character takes longer than to look it up, and bodies in one script repeat theirs. */
const widths = new Map<string, number>();
const mostWidths = 10_000;

/** Columns that a line without control characters takes in a terminal. */
export function displayWidth(line: string): number {
  if (oneColumnEach.test(line)) return line.length;
  let columns = 0;
  for (const character of charactersOf(line)) columns += widthOf(character);
  return columns;
}

/** To segment a text takes many times longer than to find what needs it. */
function* charactersOf(text: string): Generator<string> {
  let end = 0;
  for (const { 0: cluster, index } of text.matchAll(clusters)) {
    yield* text.slice(end, index);
    for (const { segment } of segmenter.segment(cluster)) yield segment;
    end = index + cluster.length;
  }
  yield* text.slice(end);
}

function widthOf(character: string): number {
  const known = widths.get(character);
  if (known !== undefined) return known;
  if (widths.size >= mostWidths) widths.clear();
  const width = stringWidth(character);
  widths.set(character, width);
  return width;
}

/** The longest start of a line that fits, with an ellipsis where something is left out. */
export function clip(line: string, width: number): string {
  if (displayWidth(line) <= width) return line;
  const [start = ""] = width < 2 ? [] : pieces(line, width - 1);
  return `${start}…`;
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
    const parts = wordColumns <= width ? [word] : brokenWord(word, width);
    current = addAllButLast(parts, lines);
    columns = displayWidth(current);
  }
  lines.push(current);
  return lines;
}

/** Adds the parts of a word to some lines, and returns the last one. Not by a spread: there may be millions. */
function addAllButLast(parts: readonly string[], lines: string[]): string {
  for (const part of parts.slice(0, -1)) lines.push(part);
  return parts.at(-1) ?? "";
}

/** A word that is wider than the page, broken after a separator, as in a URL, if one is near enough to the end. */
function brokenWord(word: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = "";
  for (const part of word.split(/(?<=[&?,;/])/)) {
    if (displayWidth(current + part) <= width) {
      current += part;
      continue;
    }
    // A line that has hardly begun is filled, even if that breaks it anywhere.
    const isBegun = displayWidth(current) > width / 2;
    const split = [...pieces(isBegun ? part : current + part, width)];
    if (isBegun) lines.push(current);
    current = addAllButLast(split, lines);
  }
  return [...lines, current];
}

/** A text in pieces of at most `width` columns, none cut inside of what a reader sees as a character. */
function* pieces(text: string, width: number): Generator<string> {
  let piece = "";
  let columns = 0;
  for (const character of charactersOf(text)) {
    const more = widthOf(character);
    // A pile of marks that is wider than the page has to be cut somewhere.
    const parts = more <= width ? [character] : [...character];
    for (const part of parts) {
      const own = parts.length === 1 ? more : Math.max(widthOf(part), 1);
      if (columns + own > width && piece !== "") {
        yield piece;
        piece = "";
        columns = 0;
      }
      piece += part;
      columns += own;
    }
  }
  yield piece;
}

/** Wraps text after a label; further lines are indented by the width of the label. */
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
