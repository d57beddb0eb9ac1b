import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseYaml } from "../../../contracts/yaml.ts";
import { version } from "../registry.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A job of GitLab, as far as the examples use it. */
export interface GitlabJob {
  readonly stage?: string;
  readonly image: string;
  readonly parallel?: number;
  readonly needs?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly script: readonly string[];
  readonly allow_failure?: { readonly exit_codes: readonly number[] };
  readonly artifacts: {
    readonly when: string;
    readonly expose_as?: string;
    readonly paths: readonly string[];
    readonly reports?: { readonly junit: string };
  };
}

export type GitlabPipeline = Readonly<Record<string, GitlabJob>>;

interface Input {
  readonly description: string;
  readonly type?: string;
  readonly default: string | boolean;
  readonly regex?: string;
  readonly options?: readonly string[];
}

export interface Component {
  readonly spec: { readonly spec: { readonly inputs: Readonly<Record<string, Input>> } };
  /** The text of the second document, with its `$[[ ]]`. */
  readonly body: string;
}

/** The component of this repository. */
export function readComponent(name: string): Component {
  const text = readFileSync(join(root, "templates", name, "template.yml"), "utf8");
  const [header = "", body = ""] = text.split(/^---$/m);
  return { spec: plain(parseYaml(header)), body };
}

export type InputValues = Readonly<Record<string, string | boolean>>;

/**
 * The jobs of a component, with its inputs.
 *
 * @throws for inputs that it does not have, and values that it refuses
 */
export function expandComponent({ spec, body }: Component, given: InputValues): GitlabPipeline {
  const { inputs } = spec.spec;
  const unknown = Object.keys(given).filter((name) => !(name in inputs));
  if (unknown.length > 0) throw new Error(`there is no input ${unknown.join(", ")}`);
  const text = body.replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) => {
    const input = inputs[name];
    if (input === undefined) throw new Error(`the component has no input ${name}`);
    const value = given[name] ?? input.default;
    if (typeof value !== (input.type ?? "string")) throw new Error(`${name} has another type`);
    const isOption = input.options?.includes(String(value)) ?? true;
    if (!isOption || !new RegExp(input.regex ?? "").test(String(value))) {
      throw new Error(`${name} can't be ${JSON.stringify(value)}`);
    }
    return String(value);
  });
  return plain(parseYaml(text));
}

interface Include {
  readonly component: string;
  readonly inputs: InputValues;
}

/** The jobs of a file, those of the components that it includes among them. */
export function readPipeline(file: string): GitlabPipeline {
  const document: { readonly include?: readonly Include[] } = plain(
    parseYaml(readFileSync(file, "utf8")),
  );
  const { include = [], ...jobs } = document;
  const included = include.map(({ component, inputs }) => {
    const path = "$CI_SERVER_FQDN/news-conformance/news-conformance/";
    const [name = "", wanted] = component.replace(path, "").split("@");
    if (!component.startsWith(path) || wanted !== version) {
      throw new Error(`${component} is not a component of version ${version}`);
    }
    return expandComponent(readComponent(name), inputs);
  });
  return Object.assign({}, ...included, jobs);
}

/** A document that a schema has accepted. */
function plain<T>(document: unknown): T {
  return JSON.parse(JSON.stringify(document));
}
