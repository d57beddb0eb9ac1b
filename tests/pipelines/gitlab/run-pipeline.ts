import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { Artifacts, type Ended, type Environment, type Machine, machine } from "../machine.ts";
import type { Staging } from "../staging.ts";
import type { GitlabJob, GitlabPipeline } from "./pipeline.ts";

export interface GitlabEnd {
  /** By name; those of a `parallel` are `name 1/2`. */
  readonly jobs: Readonly<Record<string, "success" | "failed" | "allowed to fail">>;
  readonly hasFailed: boolean;
  readonly said: string;
  /** By the name of the job. */
  readonly artifacts: Artifacts;
}

/**
 * Runs a pipeline like GitLab: every job on a machine of its own with the project, those of a `parallel` at the
 * same time.
 *
 * @param variables of the project
 * @param shell of the image: not all have bash
 */
export async function runPipeline(
  pipeline: GitlabPipeline,
  { project, world }: Staging,
  variables: Environment,
  shell: "bash" | "sh",
): Promise<GitlabEnd> {
  const artifacts = new Artifacts();
  const jobs: Record<string, GitlabEnd["jobs"][string]> = {};
  let said = "";
  for (const [name, job] of Object.entries(pipeline)) {
    const needs = job.needs ?? [];
    if (needs.some((need) => !(need in pipeline))) throw new Error(`${name} needs ${needs}`);
    const isStopped = Object.entries(jobs).some(
      ([one, state]) => needs.includes(one.split(" ")[0] ?? "") && state === "failed",
    );
    if (isStopped) continue;
    const total = job.parallel ?? 1;
    const ends = await Promise.all(
      Array.from({ length: total }, async (_, index) => {
        const own = machine({ project, world: { ...world, ...variables, GITLAB_CI: "true" } });
        try {
          own.checkOut();
          for (const need of needs) cpSync(artifacts.at(need), own.workspace, { recursive: true });
          const node =
            job.parallel === undefined
              ? {}
              : { CI_NODE_INDEX: `${index + 1}`, CI_NODE_TOTAL: `${total}` };
          const ended = await runJob(job, own, shell, node);
          keep(name, job, own, artifacts, ended);
          return ended;
        } finally {
          own.remove();
        }
      }),
    );
    for (const [index, { code, said: text }] of ends.entries()) {
      said += text;
      const isAllowed = job.allow_failure?.exit_codes.includes(code) === true;
      jobs[total === 1 ? name : `${name} ${index + 1}/${total}`] =
        code === 0 ? "success" : isAllowed ? "allowed to fail" : "failed";
    }
  }
  return { jobs, hasFailed: Object.values(jobs).includes("failed"), said, artifacts };
}

function runJob(
  { script, variables = {} }: GitlabJob,
  own: Machine,
  shell: "bash" | "sh",
  node: Environment,
): Promise<Ended> {
  const strict = shell === "bash" ? "set -eo pipefail" : "set -e";
  return own.run([shell], [strict, ...script].join("\n"), { ...variables, ...node });
}

/** What GitLab keeps of a job; of one that has failed only if it is asked to. */
function keep(
  name: string,
  { artifacts: { when, paths, reports } }: GitlabJob,
  { workspace }: Machine,
  artifacts: Artifacts,
  { code }: Ended,
): void {
  if (code !== 0 && when !== "always") return;
  for (const path of paths) artifacts.keep(name, join(workspace, path), path);
  const junit = reports?.junit;
  if (junit !== undefined && !existsSync(join(artifacts.at(name), junit))) {
    throw new Error(`${name} has no ${junit}`);
  }
}
