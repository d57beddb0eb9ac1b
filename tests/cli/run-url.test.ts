import { expect, test } from "vitest";
import { runUrl } from "../../run/run-url.ts";

test.each([
  [
    {
      GITHUB_SERVER_URL: "https://github.example",
      GITHUB_REPOSITORY: "team/api",
      GITHUB_RUN_ID: "12",
    },
    "https://github.example/team/api/actions/runs/12",
  ],
  [
    { CI_JOB_URL: "https://gitlab.example/team/api/-/jobs/3" },
    "https://gitlab.example/team/api/-/jobs/3",
  ],
  [{ BUILD_URL: "https://jenkins.example/job/api/4/" }, "https://jenkins.example/job/api/4/"],
  [{ BUILD_URL: "javascript:alert(1)" }, null],
  [{ GITHUB_SERVER_URL: "https://github.example" }, null],
  [{}, null],
])("%j is the run at %s", (environment, url) => {
  expect(runUrl(environment)).toBe(url);
});
