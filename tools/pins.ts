import { createHash } from "node:crypto";
import { group } from "../contracts/group.ts";
import type { Register, Requirement } from "../contracts/register.ts";
import { authStyles, type Cell } from "../contracts/vocabulary.ts";
import type { PlannedCheck } from "../suites/model/planned-check.ts";

/** What others rely on in a requirement: they waive, compare and cite by id. */
export interface Pin {
  readonly id: string;
  /** `not-tested` where no check can judge it. */
  readonly level: Requirement["level"] | "not-tested";
  /** The beginning of the statement's SHA-256, in hexadecimal digits. */
  readonly statement: string;
  readonly clause: string;
  /** By surface and version, such as `aggregator 2026-05-25`: the endpoints there, as they are written. */
  readonly cells: ReadonlyMap<string, string>;
}

/** Of every requirement, in the order of the register. */
export type Pins = readonly Pin[];

const digits = 8;

/** @param plan every check in every cell */
export function pinsOf({ requirements }: Register, plan: readonly PlannedCheck[]): Pins {
  const planned = group(plan, ({ requirement }) => requirement.id);
  return requirements.map(({ id, level, notTested, statement, clause }) => {
    const cells = (planned.get(id) ?? []).map(({ cell }) => cell);
    return {
      id,
      level: notTested === null ? level : "not-tested",
      statement: createHash("sha256").update(statement).digest("hex").slice(0, digits),
      clause,
      cells: new Map(
        [...group(cells, ({ surface, version }) => `${surface} ${version}`)].map(([place, own]) => [
          place,
          endpointsOf(own),
        ]),
      ),
    };
  });
}

/** `/search[bearer] /topics[*] /ping`: in one auth style, in each of them, and without regard to it. */
function endpointsOf(cells: readonly Cell[]): string {
  return [...group(cells, ({ endpoint }) => endpoint)]
    .map(([endpoint, own]) => {
      const styles = own.flatMap(({ auth }) => auth ?? []);
      if (styles.length === 0) return endpoint;
      return `${endpoint}[${styles.length === authStyles.length ? "*" : styles.join(",")}]`;
    })
    .join(" ");
}

const introduction = `# Every requirement: its id, its level, the beginning of its statement's SHA-256, its clause, and below it
# the cells in which it is judged, by surface and version. /search is judged without regard to the auth
# style, /search[bearer] in one, /search[*] in each. Written by: npm run requirements-log
`;

export function pinsText(pins: Pins): string {
  const blocks = pins.map(({ id, level, statement, clause, cells }) =>
    [
      `${id} ${level} ${statement} ${clause}`,
      ...[...cells].map(([place, endpoints]) => `  ${place}: ${endpoints}`),
    ].join("\n"),
  );
  return `${introduction}${blocks.join("\n")}\n`;
}

/** @throws Error that names the line where a text is none of `pinsText` */
export function readPins(text: string): Pins {
  const pins: (Pin & { readonly cells: Map<string, string> })[] = [];
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const cell = /^ {2}(\w+ [\w-]+): (.+)$/.exec(line);
    const head = /^([\w.-]+) (must|should|not-tested) ([0-9a-f]+) (.+)$/.exec(line);
    if (cell !== null) {
      const [, place = "", endpoints = ""] = cell;
      pins.at(-1)?.cells.set(place, endpoints);
    } else if (head !== null) {
      const [, id = "", level = "", statement = "", clause = ""] = head;
      pins.push({ id, level: levelFrom(level), statement, clause, cells: new Map() });
    } else {
      throw new Error(`no pin: ${line}`);
    }
  }
  return pins;
}

function levelFrom(text: string): Pin["level"] {
  return text === "must" || text === "should" ? text : "not-tested";
}
