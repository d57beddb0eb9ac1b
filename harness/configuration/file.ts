import { existsSync, readFileSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { LineCounter, parseDocument } from "yaml";
import type { Exclusion, Waiver } from "../../contracts/waivers.ts";
import type { Level } from "../../contracts/words.ts";
import schema from "./schema.json" with { type: "json" };
import type { RevokeHook, RoleName, Samples } from "./types.ts";
import { suggestion, UsageError } from "./usage-error.ts";

/** One surface as the file has it. */
export interface SurfaceSection {
  readonly baseUrl?: string;
  readonly openapi?: string;
  readonly parameters?: Readonly<Record<string, Readonly<Record<string, RoleName>>>>;
  readonly samples?: Partial<Samples>;
  readonly revoke?: RevokeHook;
}

/** The configuration file, valid against `schema.json`. */
export interface ConfigurationFile {
  readonly surfaces?: { readonly aggregator?: SurfaceSection; readonly news?: SurfaceSection };
  readonly network?: {
    readonly concurrency?: number;
    readonly rate?: number | null;
    readonly timeoutMs?: number;
    readonly retries?: number;
    readonly headers?: Readonly<Record<string, string>>;
  };
  readonly failOn?: Level;
  readonly waivers?: readonly Waiver[];
  readonly exclusions?: readonly Exclusion[];
}

/** What the file is called where `--config` does not say. */
export const configurationFileNames = [
  "news-conformance.config.json",
  "news-conformance.config.yaml",
  "news-conformance.config.yml",
] as const;

/**
 * Reads the configuration file.
 * @param folder where to look for the usual names
 * @param named the path that `--config` names, from `folder`; null to look
 * @returns an empty configuration where there is no file
 * @throws UsageError that says what is wrong where
 */
export function readConfigurationFile(folder: string, named: string | null): ConfigurationFile {
  const path = named === null ? findFile(folder) : resolve(folder, named);
  return path === null ? {} : parseConfiguration(readText(path), path);
}

function findFile(folder: string): string | null {
  const found = configurationFileNames.filter((name) => existsSync(join(folder, name)));
  if (found.length > 1) {
    throw new UsageError(
      `there are both ${found.join(" and ")}: keep one, or name one with --config`,
    );
  }
  return found[0] === undefined ? null : join(folder, found[0]);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UsageError(`cannot read the configuration file ${path} (${reason})`);
  }
}

/**
 * @param path for messages, and to tell JSON from YAML
 * @throws UsageError with line and column, or with the member that is wrong
 */
export function parseConfiguration(text: string, path: string): ConfigurationFile {
  const lineCounter = new LineCounter();
  const json = extname(path) === ".json";
  // YAML 1.2 holds JSON, and this parser says where an error is.
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const [broken] = document.errors;
  if (broken !== undefined) {
    const { line, col } = lineCounter.linePos(broken.pos[0]);
    throw new UsageError(
      `${path}:${line}:${col}: not valid ${json ? "JSON" : "YAML"}: ${broken.message}`,
    );
  }
  const content: unknown = document.toJS() ?? {};
  refuseSecrets(content, "", path);
  if (!validate(content)) throw new UsageError(`${path}: ${explain(validate.errors ?? [])}`);
  return content;
}

const ajv = new Ajv2020({ allErrors: true, verbose: true, allowUnionTypes: true });
formats.default(ajv, ["date"]);
const validate = ajv.compile<ConfigurationFile>(schema);

const secretNames = /^(api[-_]?key|x-api-key|key|token|secret|password|authorization|bearer)$/i;

/** A key in the file would be committed and copied: refused without showing it. */
function refuseSecrets(value: unknown, path: string, file: string): void {
  const refuse = () => {
    throw new UsageError(
      `${file}: ${path} looks like a key; keys come from the environment only ` +
        "(AGGREGATOR_API_KEY, NEWS_API_KEY; a header may name a variable)",
    );
  };
  if (typeof value === "string" && /\bbk_\w/.test(value)) refuse();
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const place = path === "" ? name : `${path}.${name}`;
    refuseSecrets(inner, place, file);
    if (secretNames.test(name) && !/(^|\.)network\.headers\./.test(place)) {
      throw new UsageError(
        `${file}: ${place} is no member of the configuration; keys come from the environment only ` +
          "(AGGREGATOR_API_KEY, NEWS_API_KEY)",
      );
    }
  }
}

/** The first error that a person can act on, with the member that it is about. */
function explain(errors: readonly ErrorObject[]): string {
  const error = errors.find(({ keyword }) => keyword !== "if") ?? errors[0];
  if (error === undefined) return "is malformed";
  const place = error.instancePath.slice(1).replaceAll("/", ".") || "the configuration";
  const params: Readonly<Record<string, unknown>> = error.params;
  switch (error.keyword) {
    case "additionalProperties": {
      const unknown = String(params.additionalProperty);
      const valid = Object.keys(propertiesOf(error.parentSchema));
      const where = error.instancePath === "" ? unknown : `${place}.${unknown}`;
      return `${where} is no member of the configuration${suggestion(unknown, valid)} (valid: ${valid.join(", ")})`;
    }
    case "required":
      return `${place} lacks ${String(params.missingProperty)}`;
    case "enum":
      return `${place} is ${JSON.stringify(error.data)}, but has to be one of ${String(params.allowedValues).replaceAll(",", ", ")}`;
    case "format":
      return `${place} is ${JSON.stringify(error.data)}, but has to be a date, YYYY-MM-DD`;
    case "pattern":
    case "minLength":
      return `${place} must not be empty`;
    case "propertyNames":
      return `${place}: ${JSON.stringify(params.propertyName)} is no version; use dates or default`;
    default:
      return `${place} is ${JSON.stringify(error.data)}, but ${error.message ?? "is not allowed"}`;
  }
}

function propertiesOf(parentSchema: unknown): object {
  return typeof parentSchema === "object" &&
    parentSchema !== null &&
    "properties" in parentSchema &&
    typeof parentSchema.properties === "object" &&
    parentSchema.properties !== null
    ? parentSchema.properties
    : {};
}
