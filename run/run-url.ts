type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The URL of this run from the environment variables of GitHub Actions, GitLab or Jenkins; null
 * elsewhere.
 */
export function runUrl(environment: Environment): string | null {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, CI_JOB_URL, BUILD_URL } =
    environment;
  const github =
    GITHUB_SERVER_URL && GITHUB_REPOSITORY && GITHUB_RUN_ID
      ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`
      : null;
  const found = github ?? CI_JOB_URL ?? BUILD_URL ?? "";
  return /^https?:\/\//.test(found) && URL.canParse(found) ? new URL(found).href : null;
}
