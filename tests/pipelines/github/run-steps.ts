import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Artifacts, Environment, Machine } from "../machine.ts";
import { version } from "../registry.ts";
import { knownAction } from "./actions.ts";
import { type Contexts, holds, interpolate, type Status } from "./expressions.ts";
import { readAction, type Step } from "./workflow.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Where the steps of a job, or of an action in it, are carried out. */
export interface StepScope {
  readonly machine: Machine;
  readonly artifacts: Artifacts;
  readonly contexts: Contexts;
  readonly environment: Environment;
}

export interface StepsEnd {
  readonly hasFailed: boolean;
  readonly said: string;
  readonly steps: Readonly<
    Record<string, { readonly outputs: Environment; readonly outcome: string }>
  >;
}

interface StepEnd {
  readonly hasFailed: boolean;
  readonly said: string;
  readonly outputs: Environment;
}

/** Carries steps out one after the other, as a runner of GitHub Actions does. */
export async function runSteps(list: readonly Step[], scope: StepScope): Promise<StepsEnd> {
  let end: StepsEnd = { hasFailed: false, said: "", steps: {} };
  for (const step of list) {
    const contexts = { ...scope.contexts, env: scope.environment, steps: end.steps };
    if (!holds(step.if, contexts, end)) continue;
    const { hasFailed, said, outputs } = await runStep(step, { ...scope, contexts }, end);
    const outcome = hasFailed ? "failure" : "success";
    end = {
      hasFailed: end.hasFailed || (hasFailed && step["continue-on-error"] !== true),
      said: end.said + said,
      steps: step.id === undefined ? end.steps : { ...end.steps, [step.id]: { outputs, outcome } },
    };
  }
  return end;
}

async function runStep(step: Step, scope: StepScope, status: Status): Promise<StepEnd> {
  const texts = (members: Step["with"] = {}): Environment =>
    Object.fromEntries(
      Object.entries(members).map(([name, value]) => [
        name,
        interpolate(value, scope.contexts, status),
      ]),
    );
  const environment = { ...scope.environment, ...texts(step.env) };
  const inner = { ...scope, environment };
  if (step.run !== undefined) return runScript(step, inner, status);
  const [uses = "", inputs] = [step.uses, texts(step.with)];
  if (uses.startsWith("news-conformance/")) return runOwnAction(uses, inputs, inner);
  const { machine, artifacts } = scope;
  const end = knownAction(uses, Object.keys(inputs)).run({ machine, artifacts, inputs });
  return { ...end, said: "" };
}

async function runScript(step: Step, scope: StepScope, status: Status): Promise<StepEnd> {
  const { machine, contexts, environment } = scope;
  const text = (value: unknown) => interpolate(value, contexts, status);
  const output = join(machine.temporary, "output");
  writeFileSync(output, "");
  const shell =
    step.shell === "bash" ? ["bash", "--noprofile", "--norc", "-eo", "pipefail"] : ["bash", "-e"];
  const folder = resolve(machine.workspace, text(step["working-directory"] ?? "."));
  const files = {
    GITHUB_ACTIONS: "true",
    GITHUB_OUTPUT: output,
    GITHUB_STEP_SUMMARY: join(machine.temporary, "summary"),
    RUNNER_TEMP: machine.temporary,
  };
  const { code, said } = await machine.run(
    shell,
    text(step.run),
    { ...files, ...environment },
    folder,
  );
  return { hasFailed: code !== 0, said, outputs: outputsIn(readFileSync(output, "utf8")) };
}

/** Carries out the action of this repository. */
async function runOwnAction(uses: string, given: Environment, scope: StepScope): Promise<StepEnd> {
  if (uses !== `news-conformance/news-conformance@v${version}`) {
    throw new Error(`${uses} is not the action at version ${version}`);
  }
  const { inputs, outputs, runs } = readAction(join(root, "action.yml"));
  const unknown = Object.keys(given).filter((name) => !(name in inputs));
  if (unknown.length > 0) throw new Error(`the action has no input ${unknown.join(", ")}`);
  const values = Object.entries(inputs).map(([name, { default: value = "" }]) => [
    name,
    given[name] ?? value,
  ]);
  const { github } = scope.contexts;
  const contexts = { github, inputs: Object.fromEntries(values) };
  const environment = { ...scope.environment, GITHUB_ACTION_PATH: root };
  const end = await runSteps(runs.steps, { ...scope, contexts, environment });
  const status = { hasFailed: end.hasFailed };
  const entries = Object.entries(outputs).map(([name, { value }]) => [
    name,
    interpolate(value, { ...contexts, steps: end.steps }, status),
  ]);
  return { ...end, outputs: Object.fromEntries(entries) };
}

/** What a script has written to `$GITHUB_OUTPUT`: `name=value` and `name<<end`. */
export function outputsIn(text: string): Environment {
  const one = /^(?:([^\n=<]+)<<(.+)\n([\s\S]*?)\n\2|([^\n=]+)=(.*))$/gm;
  return Object.fromEntries(
    [...text.matchAll(one)].map(([, name, , lines, short, value]) => [
      name ?? short ?? "",
      lines ?? value ?? "",
    ]),
  );
}

/** The summary that the steps of a machine have written; empty if there is none. */
export function summaryOf({ temporary }: Machine): string {
  const file = join(temporary, "summary");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
