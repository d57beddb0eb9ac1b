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
  [
    {
      SYSTEM_COLLECTIONURI: "https://dev.azure.example/team/",
      SYSTEM_TEAMPROJECT: "News API",
      BUILD_BUILDID: "5",
    },
    "https://dev.azure.example/team/News%20API/_build/results?buildId=5",
  ],
  [{ CIRCLE_BUILD_URL: "https://circleci.example/gh/api/6" }, "https://circleci.example/gh/api/6"],
  [
    { BUILDKITE_BUILD_URL: "https://buildkite.example/team/api/builds/7" },
    "https://buildkite.example/team/api/builds/7",
  ],
  [{ BUILD_URL: "javascript:alert(1)" }, null],
  [{ GITHUB_SERVER_URL: "https://github.example" }, null],
  [{}, null],
])("%j is the run at %s", (environment, url) => {
  expect(runUrl(environment)).toBe(url);
});
