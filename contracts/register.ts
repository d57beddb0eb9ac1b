import { type Area, areas } from "./areas.ts";
import { clauseText } from "./clause-text.ts";
import type { ContractFiles } from "./contract-files.ts";
import { isObject, textAt, textsAt } from "./json.ts";
import type { Level } from "./vocabulary.ts";

/** One testable statement of the specification, or one that no client can observe. */
export interface Requirement {
  /** `area.slug`; its meaning never changes. */
  readonly id: string;
  readonly area: Area;
  readonly level: Level;
  /** The clauses that it is based on, as one text. */
  readonly clause: string;
  /** Addresses from `clauses.yaml`; the first is the one that states it. */
  readonly clauses: readonly string[];
  readonly statement: string;
  /** The expected response. Empty if `notTested`. */
  readonly expected: string;
  /** The impact on a client if it is broken. */
  readonly impact: string;
  /** Heading in `docs/interpretations.md` if it depends on an interpretation; otherwise null. */
  readonly interpretation: string | null;
  /** Why no check can judge it; null if it is judged. */
  readonly notTested: string | null;
}

/** Every requirement, in the order of the areas and their files. */
export interface Register {
  readonly requirements: readonly Requirement[];
  /** The addresses of all clauses of the specification, in its order. */
  readonly clauses: readonly string[];
  get(id: string): Requirement | undefined;
}

const levels: readonly Level[] = ["must", "should"];
const names = new Set([
  "level",
  "clause",
  "statement",
  "impact",
  "expected",
  "interpretation",
  "notTested",
]);

/**
 * Reads `requirements/<area>.yaml` for every area.
 * @param files of the folder that holds `requirements/`
 * @throws Error that names the file if one is not a register file
 */
export function readRegister(files: ContractFiles): Register {
  const requirements = areas.flatMap((area) => {
    const file = `requirements/${area}.yaml`;
    const entries = files.read(file);
    if (!isObject(entries)) throw new Error(`${file}: not a list of requirements`);
    return Object.entries(entries).map(([slug, entry]) => {
      const id = `${area}.${slug}`;
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
        throw new Error(`${file}: ${id} is not a valid id`);
      return requirementFrom(id, area, entry, file);
    });
  });
  const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));
  const clauses = files.read("clauses.yaml");
  return { requirements, clauses: textsAt({ clauses }, "clauses"), get: (id) => byId.get(id) };
}

function requirementFrom(id: string, area: Area, entry: unknown, file: string): Requirement {
  const refuse = (what: string): never => {
    throw new Error(`${file}: ${id} ${what}`);
  };
  if (!isObject(entry)) return refuse("is not an object");
  const unknown = Object.keys(entry).find((name) => !names.has(name));
  if (unknown !== undefined) return refuse(`has the unknown member ${unknown}`);
  const text = (name: string) => textAt(entry, name) || refuse(`lacks ${name}`);
  const level = levels.find((one) => one === entry.level) ?? refuse("has no level");
  const clauses = Array.isArray(entry.clause) ? textsAt(entry, "clause") : [text("clause")];
  return {
    id,
    area,
    level,
    clause: clauseText(clauses),
    clauses,
    statement: text("statement"),
    expected: textAt(entry, "expected") ?? "",
    impact: text("impact"),
    interpretation: textAt(entry, "interpretation"),
    notTested: textAt(entry, "notTested"),
  };
}
