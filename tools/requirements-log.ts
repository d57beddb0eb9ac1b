import { group } from "../contracts/group.ts";
import type { Pin, Pins } from "./pins.ts";

/** The title of the newest section until it is released. */
const unreleased = "Unreleased";

const introduction = `# Requirements log

What each release judges differently from the one before it: requirements that were added or removed,
whose level, wording or clause has changed, or that are judged in other cells. The meaning of an id never
changes. \`npm run requirements-log\` writes the first section from the register and the plan.
`;

/**
 * The log with its first section rewritten. The others stay as they are.
 * @param log as it is; empty if there is none
 * @param released the pins of the last release; null before the first one
 */
export function updatedLog(log: string, released: Pins | null, pins: Pins): string {
  const older = sectionsOf(log).filter((section) => !section.startsWith(`## ${unreleased}\n`));
  return [introduction, section(unreleased, released, pins), ...older].join("\n");
}

/**
 * The log in which the first section belongs to a release.
 * @param date YYYY-MM-DD
 */
export function releasedLog(log: string, version: string, date: string): string {
  return log.replace(`## ${unreleased}\n`, `## ${version}, ${date}\n`);
}

function sectionsOf(log: string): readonly string[] {
  return log.split(/^(?=## )/m).filter((part) => part.startsWith("## "));
}

function section(title: string, released: Pins | null, pins: Pins): string {
  const lines = released === null ? [firstRelease(pins)] : changes(released, pins);
  return `## ${title}\n\n${lines.length === 0 ? "Nothing has changed." : lines.join("\n")}\n`;
}

function firstRelease(pins: Pins): string {
  const count = (level: Pin["level"]) => pins.filter((pin) => pin.level === level).length;
  const [must, should, notTested] = [count("must"), count("should"), count("not-tested")];
  return (
    `The first release with this log: ${must + should} requirements are tested, ${must} of them \`must\` and ${should} ` +
    `\`should\`; ${notTested} cannot be tested. The [changelog](../CHANGELOG.md) says what it judges differently from ` +
    "the versions before."
  );
}

function changes(released: Pins, pins: Pins): readonly string[] {
  const before = new Map(released.map((pin) => [pin.id, pin]));
  const now = new Set(pins.map(({ id }) => id));
  return [
    ...pins.flatMap((pin) => {
      const known = before.get(pin.id);
      return known === undefined
        ? [`- \`${pin.id}\` is new (${pin.level})${cellChanges(new Map(), pin.cells)}`]
        : changesOf(known, pin);
    }),
    ...released.filter(({ id }) => !now.has(id)).map(({ id }) => `- \`${id}\` was removed.`),
    ...rewordings(before, pins),
  ];
}

/** One line for all of them, since the meaning of an id never changes; a whole area as `area.*`. */
function rewordings(before: ReadonlyMap<string, Pin>, pins: Pins): readonly string[] {
  const names = [...group(pins, ({ id }) => id.replace(/\..*/, ""))].flatMap(([area, own]) => {
    const changed = own.filter(({ id, statement }) => {
      const known = before.get(id);
      return known !== undefined && known.statement !== statement;
    });
    return changed.length > 1 && changed.length === own.length
      ? [`\`${area}.*\``]
      : changed.map(({ id }) => `\`${id}\``);
  });
  return names.length === 0 ? [] : [`- Reworded: ${names.join(", ")}.`];
}

function changesOf(before: Pin, now: Pin): readonly string[] {
  const said = [
    ...(before.level === now.level ? [] : [`is now ${now.level}, was ${before.level}`]),
    ...(before.clause === now.clause ? [] : [`cites ${now.clause} instead of ${before.clause}`]),
  ];
  const cells = cellChanges(before.cells, now.cells);
  if (said.length === 0 && cells === "") return [];
  if (said.length === 0) return [`- \`${now.id}\` is judged in other cells${cells}`];
  return [`- \`${now.id}\` ${said.join("; ")}${cells === "" ? "." : cells}`];
}

/** A list below an entry of the log; empty if the cells are the same. */
function cellChanges(before: Pin["cells"], now: Pin["cells"]): string {
  const lines = [...new Set([...before.keys(), ...now.keys()])].flatMap((place) => {
    const [old, own] = [endpointsAt(before, place), endpointsAt(now, place)];
    const added = own.filter((endpoint) => !old.includes(endpoint));
    const gone = old.filter((endpoint) => !own.includes(endpoint));
    return [
      ...(added.length === 0 ? [] : [`  - ${place}: now at ${added.join(", ")}`]),
      ...(gone.length === 0 ? [] : [`  - ${place}: no longer at ${gone.join(", ")}`]),
    ];
  });
  return lines.length === 0 ? "" : `:\n${lines.join("\n")}`;
}

/** Without their auth styles: in which of them an endpoint is requested does not change what is judged. */
function endpointsAt(cells: Pin["cells"], place: string): readonly string[] {
  const written = cells.get(place);
  return written === undefined ? [] : written.replace(/\[[^\]]*\]/g, "").split(" ");
}
