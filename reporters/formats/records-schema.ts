import { isObject, type JsonObject } from "../../contracts/json.ts";
import reportSchema from "../report.schema.json" with { type: "json" };
import { summaryMembers } from "./records.ts";

const text = { type: "string" };
const properties: JsonObject = reportSchema.properties;
const definitions: JsonObject = reportSchema.$defs;

/** A record of one type; its members are required, and readers ignore others. */
function record(type: string, description: string, members: JsonObject): JsonObject {
  const own = { type: { const: type }, ...members };
  return { type: "object", description, required: Object.keys(own), properties: own };
}

function membersOf(schema: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, schema[name] ?? {}]));
}

/**
 * The JSON Schema of one line of `run --format ndjson`, self-contained: members that a report also has are described
 * as in the schema of reports.
 */
export function recordsSchema(): JsonObject {
  const described = {
    oneOf: [
      record("start", "A run begins.", {
        schemaVersion: {
          const: 1,
          description: "Changes only if a reader of the older format would misread the new one.",
        },
        suite: {
          type: "object",
          required: ["name", "version"],
          properties: { name: text, version: text },
        },
        ...membersOf(properties, ["target", "startedAt"]),
        onlyFailed: {
          type: ["integer", "null"],
          description:
            "The number of checks that failed before, which are the only ones judged; null if the run is not restricted to them.",
        },
      }),
      {
        ...record("result", "A check has been judged: as in report.json, and what is broken.", {
          broken: {
            type: ["object", "null"],
            description: "null if nothing is broken.",
            required: ["statement", "clause", "impact", "curl", "rerun"],
            properties: {
              statement: { ...text, description: "What the requirement says." },
              clause: { ...text, description: "Where the specification says it." },
              impact: { ...text, description: "What it means to a client." },
              curl: {
                type: "array",
                items: text,
                description:
                  "Commands that repeat the exchanges, with environment variables in place of keys.",
              },
              rerun: { ...text, description: "The command that judges the requirement again." },
            },
          },
        }),
        $ref: "#/$defs/result",
      },
      record("end", "A run has ended: members of its report.json.", {
        ...membersOf(properties, summaryMembers),
        reports: { ...text, description: "The folder of the reports." },
      }),
      record("error", "A run could not be carried out.", {
        message: text,
        hint: { type: ["string", "null"], description: "How to correct it." },
      }),
    ],
  };
  return {
    $schema: reportSchema.$schema,
    title: "Record of a run of news-conformance",
    description:
      "One line of the output of run --format ndjson. Readers must ignore members and types that they do not know.",
    ...described,
    $defs: referenced(described),
  };
}

/** The definitions that a schema refers to, and those that they refer to. */
function referenced(schema: JsonObject): JsonObject {
  const found = new Map<string, unknown>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isObject(value)) return;
    const name = /^#\/\$defs\/(\w+)$/.exec(String(value.$ref))?.[1];
    if (name !== undefined && !found.has(name)) {
      found.set(name, definitions[name]);
      look(definitions[name]);
    }
    Object.values(value).forEach(look);
  };
  look(schema);
  return Object.fromEntries(found);
}
