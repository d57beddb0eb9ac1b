/** A CI system with its own way of showing logs and reports. */
export type Pipeline = "github" | "gitlab";

/** The pipeline that this process runs in; null if it is unknown. */
export function pipelineOf(environment: NodeJS.ProcessEnv): Pipeline | null {
  if (environment.GITHUB_ACTIONS === "true") return "github";
  return environment.GITLAB_CI === "true" ? "gitlab" : null;
}
