import { Artifacts, type Environment, machine } from "../machine.ts";
import type { Staging } from "../staging.ts";
import { holds } from "./expressions.ts";
import { runSteps, type StepsEnd, summaryOf } from "./run-steps.ts";
import type { Job, Workflow } from "./workflow.ts";

/** What GitHub knows when it runs a workflow. */
export interface Trigger {
  readonly event: string;
  /** The user whose event it is. */
  readonly actor?: string;
  /** Whether a pull request comes from a fork. */
  readonly isFork?: boolean;
  readonly secrets: Environment;
  readonly staging: Staging;
  /** Programs of a runner that would need the network, as shell scripts. */
  readonly programs?: Environment;
}

export interface JobEnd extends StepsEnd {
  readonly job: string;
  readonly summary: string;
}

export interface WorkflowEnd {
  /** A job for each cell of a matrix. Those whose condition does not hold are absent. */
  readonly jobs: readonly JobEnd[];
  readonly hasFailed: boolean;
  readonly said: string;
  readonly artifacts: Artifacts;
}

/** Runs a workflow like GitHub: every job on a machine of its own, those of a matrix at the same time. */
export async function runWorkflow(workflow: Workflow, trigger: Trigger): Promise<WorkflowEnd> {
  const artifacts = new Artifacts();
  const jobs: JobEnd[] = [];
  for (const [name, job] of Object.entries(workflow.jobs)) {
    const needs = [job.needs ?? []].flat();
    // They are written in the order in which they need each other.
    const before = jobs.filter((one) => needs.includes(one.job));
    const missing = needs.filter((need) => !(need in workflow.jobs));
    if (missing.length > 0) throw new Error(`${name} needs ${missing.join(", ")}`);
    const { actor = "a-person" } = trigger;
    const github = {
      ...{ event_name: trigger.event, event: eventOf(trigger), actor },
      ...{ repository: "an/example", token: "a-token" },
    };
    const status = { hasFailed: before.some(({ hasFailed }) => hasFailed) };
    if (!holds(job.if, { github, needs: {} }, status)) continue;
    const cells = cellsOf(job);
    const ends = await Promise.all(
      cells.map(async (matrix, index) => {
        const own = machine(trigger.staging, trigger.programs);
        try {
          const strategy = { "job-total": cells.length, "job-index": index };
          const contexts = { github, matrix, strategy, secrets: trigger.secrets };
          const scope = { machine: own, artifacts, contexts, environment: {} };
          const end = await runSteps(job.steps, scope);
          return { ...end, job: name, summary: summaryOf(own) };
        } finally {
          own.remove();
        }
      }),
    );
    jobs.push(...ends);
  }
  return {
    jobs,
    hasFailed: jobs.some(({ hasFailed }) => hasFailed),
    said: jobs.map(({ said }) => said).join("\n"),
    artifacts,
  };
}

function eventOf({ event, isFork = false }: Trigger): object {
  return event === "pull_request"
    ? { number: 7, pull_request: { head: { repo: { fork: isFork } } } }
    : {};
}

/** The combinations of a matrix; one without values if there is none. */
function cellsOf({ strategy }: Job): readonly Readonly<Record<string, string | number>>[] {
  return Object.entries(strategy?.matrix ?? {}).reduce<
    readonly Readonly<Record<string, string | number>>[]
  >(
    (cells, [name, values]) =>
      cells.flatMap((cell) => values.map((value) => ({ ...cell, [name]: value }))),
    [{}],
  );
}
