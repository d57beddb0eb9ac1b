import { isObject, pointerNames } from "../../contracts/json.ts";
import { shortLine } from "../text/short-line.ts";
import { plural } from "../text/verdict-text.ts";

/** A line of a body as it is shown, safe to print. */
export interface BodyLine {
  /** Levels of indentation. */
  readonly depth: number;
  readonly text: string;
  /** A finding points at it. */
  readonly marked: boolean;
}

/** How much of a body is shown. */
export interface BodyDetail {
  /** Members of an object, in addition to those that findings point into. */
  readonly members: number;
  /** Deeper values are folded, unless a finding points into them. */
  readonly depth: number;
  /**
   * Whether only the surroundings of what findings point at are shown: other objects and lists are folded, and of its
   * object no more than `members` on each side.
   */
  readonly around: boolean;
}

/** For a page that can be scrolled. */
export const wholeBody: BodyDetail = { members: 30, depth: 3, around: false };
/** For a terminal, where the offending member has to be in sight. */
export const neighbourhood: BodyDetail = { members: 2, depth: 2, around: true };

const longestText = 120;
/** Characters. */
const shortBody = 500;
const mostMissing = 5;
const mostEntries = 3;
/** Members that are shown where one is missing: it may be there under another name. */
const mostBesideMissing = 10;

/**
 * A parsed body line by line. Of a list, only the entries that findings point into are shown, or else the first; deep
 * and long values are folded to `…`. A member that a finding misses has a line too. No line ends inside of a name or
 * a value.
 *
 * @param pointers where findings point
 */
export function bodyLines(
  body: unknown,
  pointers: readonly string[],
  detail: BodyDetail,
): readonly BodyLine[] {
  const targets = pointers.map((pointer) => pointerNames(pointer));
  return valueLines(body, {
    head: "",
    tail: "",
    depth: 0,
    targets,
    detail: targets.length === 0 && detail.around ? beginningOf(body) : detail,
  });
}

/** With nothing to point at, a short body is shown whole, such as that of an error, and of others the beginning. */
function beginningOf(body: unknown): BodyDetail {
  const isShort = (JSON.stringify(body) ?? "").length <= shortBody;
  return isShort
    ? { members: 20, depth: 8, around: false }
    : { members: 6, depth: 2, around: false };
}

type Targets = readonly (readonly string[])[];

/** A value's place in the text. */
interface Place {
  /** What precedes the value, such as the name of its member. */
  readonly head: string;
  /** What follows the value, such as a comma. */
  readonly tail: string;
  readonly depth: number;
  readonly targets: Targets;
  readonly detail: BodyDetail;
}

function below(targets: Targets, name: string): Targets {
  return targets.filter(([first]) => first === name).map(([, ...rest]) => rest);
}

function isMarked({ targets }: Place): boolean {
  return targets.some((target) => target.length === 0);
}

/** Whether a value is folded: it is too deep, or only next to what findings point at. */
function isFolded(place: Place): boolean {
  const { targets, depth, detail } = place;
  if (targets.some((target) => target.length > 0)) return false;
  return depth >= detail.depth || (detail.around && depth > 0 && !isMarked(place));
}

function valueLines(value: unknown, place: Place): readonly BodyLine[] {
  if (Array.isArray(value)) return listLines(value, place);
  if (isObject(value)) return objectLines(value, place);
  return [lineAt(place, scalarText(value))];
}

function lineAt(place: Place, text: string): BodyLine {
  const { depth, head, tail } = place;
  return { depth, text: `${head}${text}${tail}`, marked: isMarked(place) };
}

/** The lines between two brackets, with them. */
function enclosed(place: Place, open: string, close: string, lines: readonly BodyLine[]) {
  const { depth, head, tail } = place;
  return [
    { depth, text: head + open, marked: isMarked(place) },
    ...lines,
    { depth, text: close + tail, marked: false },
  ];
}

function listLines(list: readonly unknown[], place: Place): readonly BodyLine[] {
  if (list.length === 0) return [lineAt(place, "[]")];
  if (isFolded(place)) return [lineAt(place, `[ … ${plural(list.length, "entry")} ]`)];
  const { depth, targets } = place;
  const wanted = list.flatMap((_, index) =>
    below(targets, String(index)).length > 0 ? [index] : [],
  );
  const shown = wanted.length > 0 ? wanted.slice(0, mostEntries) : [0];
  return enclosed(
    place,
    "[",
    "]",
    withFolds(shown, list.length, depth + 1, "entry", (index) =>
      valueLines(list[index], {
        ...place,
        head: "",
        tail: index < list.length - 1 ? "," : "",
        depth: depth + 1,
        targets: below(targets, String(index)),
      }),
    ),
  );
}

function objectLines(object: Readonly<Record<string, unknown>>, place: Place): readonly BodyLine[] {
  const { depth, targets } = place;
  const names = Object.keys(object);
  const ends = targets.flatMap(([first, ...rest]) =>
    first !== undefined && rest.length === 0 ? [first] : [],
  );
  const missing = [...new Set(ends)].filter((name) => !Object.hasOwn(object, name));
  if (names.length === 0 && missing.length === 0) return [lineAt(place, "{}")];
  if (isFolded(place)) return [lineAt(place, `{ … ${plural(names.length, "member")} }`)];
  const detail =
    missing.length > 0
      ? { ...place.detail, members: Math.max(place.detail.members, mostBesideMissing) }
      : place.detail;
  const members = withFolds(
    shownMembers(names, { ...place, detail }, ends.length > 0),
    names.length,
    depth + 1,
    "member",
    (index) => {
      const name = names[index] ?? "";
      return valueLines(object[name], {
        ...place,
        head: `${scalarText(name)}: `,
        tail: index < names.length - 1 ? "," : "",
        depth: depth + 1,
        targets: below(targets, name),
      });
    },
  );
  const absent = missing.slice(0, mostMissing).map((name) => ({
    depth: depth + 1,
    text: `${scalarText(name)}: is missing`,
    marked: true,
  }));
  return enclosed(place, "{", "}", [...members, ...absent]);
}

/** The positions of the members that are shown, ascending. */
function shownMembers(names: readonly string[], place: Place, isParent: boolean) {
  const { targets, detail } = place;
  const wanted = names.flatMap((name, index) => (below(targets, name).length > 0 ? [index] : []));
  const isNear = (index: number) =>
    wanted.length === 0
      ? index < detail.members
      : isParent && wanted.some((one) => Math.abs(one - index) <= detail.members);
  return names.flatMap((_, index) => {
    const shown =
      wanted.includes(index) || (detail.around ? isNear(index) : index < detail.members);
    return shown ? [index] : [];
  });
}

/** What is shown, with a line for each gap. */
function withFolds(
  shown: readonly number[],
  count: number,
  depth: number,
  noun: string,
  linesOf: (index: number) => readonly BodyLine[],
): readonly BodyLine[] {
  const lines: BodyLine[] = [];
  let next = 0;
  const skipTo = (index: number) => {
    if (index > next) {
      lines.push({ depth, text: `… ${plural(index - next, `more ${noun}`)}`, marked: false });
    }
    next = index + 1;
  };
  for (const index of shown) {
    skipTo(index);
    lines.push(...linesOf(index));
  }
  skipTo(count);
  return lines;
}

/** A scalar as JSON; a long text is cut inside of its quotes. */
function scalarText(value: unknown): string {
  if (typeof value === "string" && value.length > longestText) {
    return JSON.stringify(shortLine(value, longestText));
  }
  return shortLine(JSON.stringify(value) ?? "undefined");
}
