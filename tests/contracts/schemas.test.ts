import { describe, expect, test } from "vitest";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import { bodyOf, exampleGroups, inShort, judgeOf } from "./examples.ts";

const contracts = loadCatalogue();
const groups = exampleGroups.flatMap((group) =>
  group.operations.map((operation) => ({ operation, group })),
);

describe.each(groups)("$operation", ({ operation, group }) => {
  const judge = judgeOf(contracts, operation);

  test.each(group.accepted)("accepts: $name", (example) => {
    expect(judge.validate(bodyOf(group, example))).toEqual([]);
  });

  test.for(group.rejected)("rejects: $name", (example) => {
    const found = judge.validate(bodyOf(group, example)).map(inShort);
    expect(found.sort()).toEqual([...example.finds].sort());
  });

  test("every owner of the schema has a rejected example", () => {
    const found = new Set(
      group.rejected.flatMap(({ finds }) => finds.map((find) => find.replace(/^.* /, ""))),
    );
    expect([...judge.requirements].sort()).toEqual([...found].sort());
  });
});

test("every operation and both error envelopes have examples", () => {
  const all = contracts.operations.map(
    ({ surface, endpoint, version }) => `${surface} ${endpoint} ${version}`,
  );
  expect(groups.map(({ operation }) => operation).sort()).toEqual(
    [...all, "error current", "error legacy"].sort(),
  );
});

test("every owner is a tested requirement of the register", () => {
  const owners = new Set(
    groups.flatMap((one) => [...judgeOf(contracts, one.operation).requirements]),
  );
  const unknown = [...owners].filter((id) => loadRegister().get(id)?.notTested !== null);
  expect(unknown).toEqual([]);
});
