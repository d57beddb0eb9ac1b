import { readFileSync } from "node:fs";
import { basename } from "node:path";
import {
  convertWorkflowTemplate,
  NoOperationTraceWriter,
  parseWorkflow,
} from "@actions/workflow-parser";
import { parseAction } from "@actions/workflow-parser/actions/action-parser";
import { ErrorPolicy } from "@actions/workflow-parser/model/convert";
import { parseYaml } from "../../../contracts/yaml.ts";

/** A step of a job or of a composite action. */
export interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string | number>>;
  readonly with?: Readonly<Record<string, string | number>>;
  readonly "working-directory"?: string;
  readonly "continue-on-error"?: boolean;
}

export interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly (string | number)[]>> };
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly on: unknown;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

export interface ActionFile {
  readonly inputs: Readonly<
    Record<string, { readonly description: string; readonly default?: string }>
  >;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

/** What GitHub's own parser says against a workflow; empty if it accepts it. */
export async function workflowErrors(file: string): Promise<readonly string[]> {
  const source = { name: basename(file), content: readFileSync(file, "utf8") };
  const { context, value } = parseWorkflow(source, new NoOperationTraceWriter());
  if (value !== undefined) {
    await convertWorkflowTemplate(context, value, undefined, {
      errorPolicy: ErrorPolicy.TryConversion,
    });
  }
  return context.errors.getErrors().map((error) => error.message);
}

/** The same for the file of an action. */
export function actionErrors(file: string): readonly string[] {
  const source = { name: basename(file), content: readFileSync(file, "utf8") };
  const { context } = parseAction(source, new NoOperationTraceWriter());
  return context.errors.getErrors().map((error) => error.message);
}

/** A workflow that the parser has accepted. */
export function readWorkflow(file: string): Workflow {
  return JSON.parse(JSON.stringify(parseYaml(readFileSync(file, "utf8"))));
}

/** An action that the parser has accepted. */
export function readAction(file: string): ActionFile {
  return JSON.parse(JSON.stringify(parseYaml(readFileSync(file, "utf8"))));
}
