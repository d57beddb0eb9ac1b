import { describe, expect, test } from "vitest";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import { allChecks } from "../../suites/checks/all-checks.ts";
import { judge } from "../../suites/engine/judge.ts";
import { planRun } from "../../suites/engine/planning.ts";
import { type MadeUpAnswer, type MadeUpFailure, madeUpSource } from "./sources.ts";
import { completeTarget } from "./target.ts";

const planned = planRun(allChecks, completeTarget(), loadCatalogue(), loadRegister());

/** A check that passes on one of these has looked at nothing. */
const nothings: Readonly<Record<string, MadeUpAnswer | MadeUpFailure | null>> = {
  "an empty 200": { status: 200, body: "" },
  "a closed connection": null,
  "a connection that is dropped again and again": { failure: "dropped" },
  "a malformed HTTP message": { failure: "malformed" },
  "a 503": { status: 503, headers: { "content-type": "text/html" }, body: "<h1>down</h1>" },
};

describe.each(Object.entries(nothings))("with every response replaced by %s", (_, answer) => {
  test("no check passes and none is a defect", async () => {
    const source = madeUpSource(() => answer);
    const results = await Promise.all(planned.map((check) => judge(check, source)));
    expect(results.length).toBeGreaterThan(1000);
    const wrong = results.filter(({ outcome }) => outcome === "pass" || outcome === "error");
    expect(wrong.map((r) => `${r.requirement} ${r.endpoint} ${r.version} ${r.message}`)).toEqual(
      [],
    );
  });
});
