import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Staging } from "./staging.ts";

export type Environment = Readonly<Record<string, string>>;

/** How a script ended. */
export interface Ended {
  readonly code: number;
  readonly said: string;
}

/** A machine of a pipeline, of which only the folder is empty at first. */
export interface Machine {
  /** The working directory of its jobs. */
  readonly workspace: string;
  /** Outside of the workspace. */
  readonly temporary: string;
  /** Puts the project into the workspace. */
  checkOut(): void;
  /**
   * Runs a script, with nothing in the environment but what a machine has and what is given.
   *
   * @param shell program and words before the script's file
   */
  run(
    shell: readonly string[],
    script: string,
    environment: Environment,
    cwd?: string,
  ): Promise<Ended>;
  remove(): void;
}

/**
 * @param staging the project, and what every process sees
 * @param programs scripts by name that stand for programs of the system
 */
export function machine(
  { project, world }: Pick<Staging, "project" | "world">,
  programs: Environment = {},
): Machine {
  const folder = mkdtempSync(join(tmpdir(), "machine-"));
  const [workspace, temporary, bin] = ["workspace", "temporary", "bin"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  for (const made of [workspace, temporary, bin]) mkdirSync(made);
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  const path = [bin, dirname(process.execPath), process.env.PATH].join(delimiter);
  const npm = {
    npm_config_cache: join(folder, "npm"),
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
  };
  return {
    workspace,
    temporary,
    checkOut: () => cpSync(project, workspace, { recursive: true }),
    run(shell, script, environment, cwd = workspace) {
      const file = join(temporary, "script");
      writeFileSync(file, script);
      const [program = "sh", ...words] = shell;
      const env = { HOME: folder, CI: "true", PATH: path, ...npm, ...world, ...environment };
      return new Promise((done, failed) => {
        const child = spawn(program, [...words, file], {
          cwd,
          env,
          stdio: ["ignore", "pipe", "pipe"],
        });
        let said = "";
        for (const stream of [child.stdout, child.stderr]) {
          stream.setEncoding("utf8").on("data", (text: string) => (said += text));
        }
        child.once("error", failed);
        child.once("close", (code) => done({ code: code ?? -1, said }));
      });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What jobs hand on to others and to people: folders by name. */
export class Artifacts {
  readonly #folder = mkdtempSync(join(tmpdir(), "artifacts-"));
  readonly #names = new Set<string>();

  get names(): readonly string[] {
    return [...this.#names].sort();
  }

  /** The folder of an artifact. */
  at(name: string): string {
    return join(this.#folder, name);
  }

  /**
   * Keeps a file or the content of a folder.
   *
   * @returns whether it was there
   */
  keep(name: string, path: string, to = ""): boolean {
    if (!existsSync(path)) return false;
    this.#names.add(name);
    cpSync(path, join(this.at(name), to), { recursive: true });
    return true;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true });
  }
}
