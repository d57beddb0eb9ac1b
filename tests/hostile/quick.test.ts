import { expect, test } from "vitest";
import { hostilities } from "./hostilities.ts";
import { measure } from "./measure.ts";

const quick = hostilities.filter((hostility) => hostility.quick);

test("every hostile server has a name of its own", () => {
  const names = hostilities.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(quick.length).toBeGreaterThan(3);
});

// All of them, at once and late, with their time and memory: `npm run hostile`.
test.each(quick.map((hostility) => [hostility.name, hostility] as const))(
  "a run against a server that answers with %s ends with well-formed reports",
  async (_, hostility) => {
    // A process that lives for a second spends a third of it in the optimising compiler.
    const { code, problems } = await measure(hostility, 0, ["--matrix", "smoke"], ["--no-opt"]);
    expect(problems).toEqual([]);
    expect(hostility.atOnce ?? [3]).toContain(code);
  },
);
