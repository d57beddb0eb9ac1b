import { isObject, pointerNames } from "../../../contracts/json.ts";
import { shortLine } from "../../text/short-line.ts";
import { plural } from "../../text/verdict-text.ts";

/** A line of a body as it is shown. */
export interface BodyLine {
  /** Levels of indentation. */
  readonly depth: number;
  readonly text: string;
  /** It is what a finding points at. */
  readonly marked: boolean;
}

/** Deeper values are folded, unless a finding points into them. */
const deepestShown = 3;
const longestText = 120;
const mostMembers = 30;

/**
 * A parsed body line by line. Of a list only the entries are shown that findings point into, or else the
 * first; what is deep and what is much is folded to `…`. A member that a finding misses has a line too.
 *
 * @param pointers where findings point
 */
export function bodyLines(body: unknown, pointers: readonly string[]): readonly BodyLine[] {
  const targets = pointers.map((pointer) => pointerNames(pointer));
  return valueLines(body, "", "", 0, targets);
}

type Targets = readonly (readonly string[])[];

function below(targets: Targets, name: string): Targets {
  return targets.filter(([first]) => first === name).map(([, ...rest]) => rest);
}

/** @param head what stands before the value, such as the name of its member */
function valueLines(
  value: unknown,
  head: string,
  tail: string,
  depth: number,
  targets: Targets,
): readonly BodyLine[] {
  const marked = targets.some((target) => target.length === 0);
  const line = (text: string): BodyLine => ({ depth, text: `${head}${text}${tail}`, marked });
  if (Array.isArray(value)) return listLines(value, line, depth, tail, targets);
  if (isObject(value)) return objectLines(value, line, depth, tail, targets);
  return [line(scalarText(value))];
}

type ToLine = (text: string) => BodyLine;

function listLines(
  list: readonly unknown[],
  line: ToLine,
  depth: number,
  tail: string,
  targets: Targets,
): readonly BodyLine[] {
  if (list.length === 0) return [line("[]")];
  const wanted = list.flatMap((_, index) =>
    below(targets, String(index)).length > 0 ? [index] : [],
  );
  const isDeep = depth >= deepestShown && wanted.length === 0;
  if (isDeep) return [line(`[ … ${list.length} ]`)];
  const shown = wanted.length > 0 ? wanted.slice(0, 3) : [0];
  const lines: BodyLine[] = [
    { ...line("["), text: line("[").text.slice(0, -tail.length || undefined) },
  ];
  let next = 0;
  const skipTo = (index: number) => {
    if (index > next) lines.push(fold(depth + 1, index - next, "entry"));
    next = index + 1;
  };
  for (const index of shown) {
    skipTo(index);
    const comma = index < list.length - 1 ? "," : "";
    lines.push(...valueLines(list[index], "", comma, depth + 1, below(targets, String(index))));
  }
  skipTo(list.length);
  return [...lines, { depth, text: `]${tail}`, marked: false }];
}

function objectLines(
  object: Readonly<Record<string, unknown>>,
  line: ToLine,
  depth: number,
  tail: string,
  targets: Targets,
): readonly BodyLine[] {
  const names = Object.keys(object);
  const isWanted = (name: string) => below(targets, name).length > 0;
  const missing = [
    ...new Set(
      targets.flatMap(([first, ...rest]) =>
        first !== undefined && rest.length === 0 ? [first] : [],
      ),
    ),
  ].filter((name) => !Object.hasOwn(object, name));
  if (names.length === 0 && missing.length === 0) return [line("{}")];
  const isDeep = depth >= deepestShown && targets.every(([first]) => first === undefined);
  if (isDeep) return [line(`{ … ${names.length} }`)];
  const shown = names.filter((name, index) => index < mostMembers || isWanted(name));
  const open = line("{");
  const lines: BodyLine[] = [{ ...open, text: open.text.slice(0, -tail.length || undefined) }];
  for (const [index, name] of shown.entries()) {
    const comma = index < names.length - 1 ? "," : "";
    const head = `${scalarText(name)}: `;
    lines.push(...valueLines(object[name], head, comma, depth + 1, below(targets, name)));
  }
  if (shown.length < names.length) {
    lines.push(fold(depth + 1, names.length - shown.length, "member"));
  }
  for (const name of missing.slice(0, 5)) {
    lines.push({ depth: depth + 1, text: `${scalarText(name)}: is missing`, marked: true });
  }
  return [...lines, { depth, text: `}${tail}`, marked: false }];
}

function fold(depth: number, count: number, noun: string): BodyLine {
  return { depth, text: `… ${plural(count, `more ${noun}`)}`, marked: false };
}

function scalarText(value: unknown): string {
  return shortLine(JSON.stringify(value) ?? "undefined", longestText);
}
