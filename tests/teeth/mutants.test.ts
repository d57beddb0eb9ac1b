import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { judgeMutants } from "../../cli/teeth/mutants/run-mutants.ts";
test("x", async () => {
  const t = performance.now();
  const v = await judgeMutants();
  console.log(v.length, performance.now() - t);
  writeFileSync("/tmp/h/scr/mutants-b.json", JSON.stringify(v.map((o) => ({ n: o.mutant.name, v: o.verdict, by: o.by, own: o.mutant.change.owner, p: o.mutant.member.presence }))));
}, 200000);
