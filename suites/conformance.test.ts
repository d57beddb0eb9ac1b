import { afterAll, describe, inject, test } from "vitest";
import { areas } from "../contracts/areas.ts";
import type { Cell } from "../contracts/words.ts";
import { judge } from "./judge.ts";
import { openSession } from "./session.ts";

/**
 * Every check of every area in every cell as a test of vitest. The checks themselves are in one file
 * per area beside this one; they know nothing of vitest, so that the same checks judge recordings.
 */
const session = await openSession(inject("run"));
afterAll(() => session.close());

function label({ surface, endpoint, version, auth }: Cell): string {
  return `${surface} ${endpoint} at ${version}${auth === null ? "" : ` with ${auth}`}`;
}

const chosen = areas.filter((area) =>
  session.planned.some(({ requirement }) => requirement.area === area),
);

describe.each(chosen)("%s", (area) => {
  const planned = session.planned
    .filter(({ requirement }) => requirement.area === area)
    .map((check) => ({ check, name: `${check.requirement.id}: ${label(check.cell)}` }));

  test.for(planned)("$name", async ({ check }, { task, skip }) => {
    const result = await judge(check, session.source, session.redact);
    task.meta.result = result;
    if (result.outcome === "skip" || result.outcome === "blocked") skip(result.message);
    if (result.outcome === "fail" || result.outcome === "error") throw new Error(result.message);
  });
});
