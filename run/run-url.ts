import { parseUrl } from "../contracts/parse-url.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** For each pipeline, the parts of the URL of a run: variables and text. A URL with an unset variable is not used. */
const urls: readonly (readonly string[])[] = [
  // GitHub Actions
  ["$GITHUB_SERVER_URL", "/", "$GITHUB_REPOSITORY", "/actions/runs/", "$GITHUB_RUN_ID"],
  // Azure Pipelines; the first ends with a slash
  [
    ...["$SYSTEM_COLLECTIONURI", "$SYSTEM_TEAMPROJECT"],
    ...["/_build/results?buildId=", "$BUILD_BUILDID"],
  ],
  // GitLab, CircleCI, Buildkite, Jenkins
  ["$CI_JOB_URL"],
  ["$CIRCLE_BUILD_URL"],
  ["$BUILDKITE_BUILD_URL"],
  ["$BUILD_URL"],
];

/** The URL of this run from the environment variables of a pipeline; null elsewhere. */
export function runUrl(environment: Environment): string | null {
  for (const parts of urls) {
    const texts = parts.map((part) =>
      part.startsWith("$") ? (environment[part.slice(1)] ?? "") : part,
    );
    if (texts.includes("")) continue;
    const found = texts.join("");
    return /^https?:\/\//.test(found) ? (parseUrl(found)?.href ?? null) : null;
  }
  return null;
}
