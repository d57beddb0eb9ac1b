import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type JSONSchemaType } from "ajv/dist/2020.js";
import { type Area, areas } from "./areas.ts";
import type { Level } from "./words.ts";
import { parseYaml } from "./yaml.ts";

/** One testable statement of the specification, or one that no client can observe. */
export interface Requirement {
  /** `area.slug`; never changes its meaning. */
  readonly id: string;
  readonly area: Area;
  readonly level: Level;
  /** The clauses that it rests on, joined with `; ` for people. */
  readonly clause: string;
  /** Names from `clauses.yaml`; the first is the one that states it. */
  readonly clauses: readonly string[];
  readonly statement: string;
  /** What an answer has to look like. Empty where `notTested`. */
  readonly expected: string;
  /** What it means to a client when broken. */
  readonly impact: string;
  /** Heading in `docs/interpretations.md` where a silence or contradiction had to be read; else null. */
  readonly interpretation: string | null;
  /** Why no check can judge it; null for everything that is judged. */
  readonly notTested: string | null;
}

/** Every requirement, in the order of the areas and of their files. */
export interface Register {
  readonly requirements: readonly Requirement[];
  get(id: string): Requirement | undefined;
}

interface Entry {
  level: Level;
  clause: string | string[];
  statement: string;
  impact: string;
  expected?: string;
  interpretation?: string;
  notTested?: string;
}

const text = { type: "string", minLength: 1 } as const;
const optionalText = { type: "string", minLength: 1, nullable: true } as const;
const fileSchema: JSONSchemaType<Record<string, Entry>> = {
  type: "object",
  required: [],
  propertyNames: { pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" },
  additionalProperties: {
    type: "object",
    required: ["level", "clause", "statement", "impact"],
    additionalProperties: false,
    properties: {
      level: { type: "string", enum: ["must", "should"] },
      clause: { anyOf: [text, { type: "array", items: text, minItems: 1 }] },
      statement: text,
      impact: text,
      expected: optionalText,
      interpretation: optionalText,
      notTested: optionalText,
    },
  },
};

/**
 * Reads `requirements/<area>.yaml` for every area.
 * @param contractsFolder absolute path of the folder that holds `requirements/`
 * @throws Error that names the file where one is not a register file
 */
export function loadRegister(contractsFolder: string): Register {
  const validate = new Ajv2020({ allErrors: true }).compile(fileSchema);
  const byId = new Map<string, Requirement>();
  for (const area of areas) {
    const file = join(contractsFolder, "requirements", `${area}.yaml`);
    const entries: unknown = parseYaml(readFileSync(file, "utf8"));
    if (!validate(entries)) {
      const first = validate.errors?.[0];
      throw new Error(`${file}: ${first?.instancePath ?? ""} ${first?.message ?? "is malformed"}`);
    }
    for (const [slug, entry] of Object.entries(entries)) {
      const id = `${area}.${slug}`;
      const clauses = typeof entry.clause === "string" ? [entry.clause] : entry.clause;
      byId.set(id, {
        id,
        area,
        level: entry.level,
        clause: clauses.join("; "),
        clauses,
        statement: entry.statement,
        expected: entry.expected ?? "",
        impact: entry.impact,
        interpretation: entry.interpretation ?? null,
        notTested: entry.notTested ?? null,
      });
    }
  }
  return { requirements: [...byId.values()], get: (id) => byId.get(id) };
}
