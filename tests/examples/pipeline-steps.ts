/** A command that a pipeline runs. */
export interface PipelineStep {
  readonly run: string;
  /** That it sets to a value of its own. */
  readonly variables: Readonly<Record<string, string>>;
  /** Names of the variables that it takes from the pipeline's secrets. */
  readonly secrets: readonly string[];
}

export interface Pipeline {
  readonly steps: readonly PipelineStep[];
  /** Paths of what is kept. */
  readonly artifacts: readonly string[];
}

interface WorkflowStep {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string | number>>;
  readonly with?: { readonly path?: string };
}

/** The commands of a workflow of GitHub Actions that has one job. */
export function githubActionsSteps(document: unknown): Pipeline {
  const [job, ...others] = Object.values(memberOf(document, "jobs"));
  if (others.length > 0) throw new Error("there is more than one job");
  const steps: readonly WorkflowStep[] = Object.values(memberOf(job, "steps"));
  const actions = steps.flatMap(({ uses = [] }) => uses);
  if (actions.some((action) => !/^actions\/[\w-]+@v\d+$/.test(action))) {
    throw new Error(`an action without a version: ${actions.join(", ")}`);
  }
  return {
    steps: steps.flatMap(({ run, env = {} }) => {
      if (run === undefined) return [];
      const entries = Object.entries(env).map(([name, value]) => [name, String(value)] as const);
      const secrets = entries.filter(([, value]) => value.includes("secrets."));
      const named = secrets.map(([name, value]) => {
        if (value !== `\${{ secrets.${name} }}`) throw new Error(`${name} is ${value}`);
        return name;
      });
      const variables = Object.fromEntries(entries.filter(([name]) => !named.includes(name)));
      return [{ run, variables, secrets: named }];
    }),
    // What is kept only after a success tells nothing of a failure.
    artifacts: steps.flatMap((step) => (step.if === "always()" ? (step.with?.path ?? []) : [])),
  };
}

/** The commands of a job of GitLab; its secrets are in the environment of every command. */
export function gitlabScript(document: unknown): Pipeline {
  const job = memberOf(document, "conformance");
  const artifacts = memberOf(job, "artifacts");
  if (Reflect.get(artifacts, "when") !== "always") throw new Error("a failure keeps no artifacts");
  const variables = Object.fromEntries(
    Object.entries(memberOf(job, "variables")).map(([name, value]) => [name, String(value)]),
  );
  const script: readonly string[] = Object.values(memberOf(job, "script"));
  const reports: readonly string[] = Object.values(memberOf(artifacts, "reports"));
  const paths: readonly string[] = Object.values(memberOf(artifacts, "paths"));
  return {
    steps: script.map((run) => ({ run, variables, secrets: [] })),
    artifacts: [...paths, ...reports],
  };
}

/** @throws where there is no such object or list */
function memberOf(value: unknown, name: string): object {
  const member: unknown = typeof value === "object" && value && Reflect.get(value, name);
  if (typeof member !== "object" || member === null) throw new Error(`there is no ${name}`);
  return member;
}
