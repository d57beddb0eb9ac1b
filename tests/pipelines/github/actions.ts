import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Artifacts, Machine } from "../machine.ts";

/** What an action of GitHub is given. */
export interface ActionCall {
  readonly machine: Machine;
  readonly artifacts: Artifacts;
  readonly inputs: Readonly<Record<string, string>>;
}

export interface ActionEnd {
  readonly hasFailed: boolean;
  readonly outputs: Readonly<Record<string, string>>;
}

/** An action of GitHub that the examples use: its major version, its inputs, and what it comes to here. */
interface KnownAction {
  readonly major: number;
  readonly inputs: readonly string[];
  run(call: ActionCall): ActionEnd;
}

const done: ActionEnd = { hasFailed: false, outputs: {} };

/** By name. The inputs are those of their `action.yml` that a workflow may use here. */
const knownActions: Readonly<Record<string, KnownAction>> = {
  "actions/checkout": {
    major: 7,
    inputs: ["persist-credentials"],
    run({ machine }) {
      machine.checkOut();
      return done;
    },
  },
  "actions/setup-node": {
    major: 7,
    inputs: ["node-version", "cache", "registry-url"],
    run: () => done,
  },
  "actions/upload-artifact": {
    major: 7,
    inputs: ["name", "path", "if-no-files-found", "retention-days", "overwrite"],
    run({ machine, artifacts, inputs: { name = "artifact", path = "", ...inputs } }) {
      if (artifacts.names.includes(name) && inputs.overwrite !== "true") {
        throw new Error(`there is an artifact ${name} already`);
      }
      const isThere = artifacts.keep(name, resolve(machine.workspace, path));
      const hasFailed = !isThere && inputs["if-no-files-found"] === "error";
      return { hasFailed, outputs: { "artifact-url": `https://github.example/${name}` } };
    },
  },
  "actions/download-artifact": {
    major: 8,
    inputs: ["pattern", "path"],
    run({ machine, artifacts, inputs: { pattern = "*", path = "." } }) {
      const [before = "", after = ""] = pattern.split("*");
      for (const name of artifacts.names) {
        if (!name.startsWith(before) || !name.endsWith(after)) continue;
        cpSync(artifacts.at(name), join(machine.workspace, path, name), { recursive: true });
      }
      return done;
    },
  },
};

/**
 * The action that a step uses.
 *
 * @param uses with the major version, or pinned to a commit with the version as a comment
 * @throws for one that is unknown here, another version and unknown inputs
 */
export function knownAction(uses: string, inputs: readonly string[]): KnownAction {
  const [name = "", version = ""] = uses.split("@");
  const action = knownActions[name];
  if (action === undefined) throw new Error(`the action ${uses} is unknown here`);
  if (!/^[\da-f]{40}$/.test(version) && version !== `v${action.major}`) {
    throw new Error(`${uses} is not version ${action.major}`);
  }
  const unknown = inputs.filter((input) => !action.inputs.includes(input));
  if (unknown.length > 0) throw new Error(`${name} has no input ${unknown.join(", ")}`);
  return action;
}
