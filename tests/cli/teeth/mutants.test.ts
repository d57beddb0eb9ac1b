import { describe, expect, test } from "vitest";
import { type BodyChange, changesOf } from "../../../teeth/mutants/changes.ts";
import { editBody } from "../../../teeth/mutants/edit-body.ts";
import type { Step } from "../../../teeth/mutants/members.ts";
import { deriveMutants, type Mutant } from "../../../teeth/mutants/mutant.ts";
import { scoreOf } from "../../../teeth/mutants/run-mutants.ts";

const mutants = deriveMutants();
function named(name: string): Mutant {
  const found = mutants.find((mutant) => mutant.name === name);
  if (found === undefined) throw new Error(`no mutant ${name}`);
  return found;
}

describe("a body is edited", () => {
  const entries: Step = { kind: "entries", where: null };
  const name = (of: string): Step => ({ kind: "name", name: of });
  const drop: BodyChange = { name: "drop", drops: true, owner: null, apply: () => undefined };
  const toNull: BodyChange = { name: "null", drops: false, owner: null, apply: () => null };
  const body = { list: [{ type: "a", id: 1 }, { type: "b", id: 2 }, { type: "b" }], rest: {} };

  test("in every entry, in the last that has the member, or in those of one kind", () => {
    const steps = [name("list"), entries, name("id")];
    expect(editBody(body, steps, drop, "every")).toEqual({
      ...body,
      list: [{ type: "a" }, { type: "b" }, { type: "b" }],
    });
    expect(editBody(body, steps, toNull, "last")).toEqual({
      ...body,
      list: [{ type: "a", id: 1 }, { type: "b", id: null }, { type: "b" }],
    });
    const ofA: Step = { kind: "entries", where: { name: "type", value: "a" } };
    expect(editBody(body, [name("list"), ofA, name("id")], toNull, "every")).toEqual({
      ...body,
      list: [{ type: "a", id: null }, { type: "b", id: 2 }, { type: "b" }],
    });
  });

  test("as a whole, and not at all where it lacks the member", () => {
    expect(editBody(body, [], toNull, "every")).toBeNull();
    expect(editBody(body, [name("else")], toNull, "every")).toBe(body);
  });
});

test("changes follow from the schema of a member", () => {
  const names = (mutant: Mutant) => changesOf(mutant.member).map((change) => change.name);
  expect(names(named("news /info/countries 2026-08-01 success /countries/*/code drop"))).toEqual([
    ...["drop", "null", "to number", "to boolean", "to object", "to array"],
    ...["pattern: empty", "pattern: doubled", "pattern: GBR", "pattern: 44", "pattern: G"],
  ]);
});

test("names are distinct", () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});

describe("the score", () => {
  const owned = named("aggregator /ping 2026-05-25 success /message const");
  const optional = named(
    "aggregator /search 2024-01-01 success /articles/*/source drop in the last",
  );

  test("tells what survives without an allowance, and what has its rule", () => {
    const score = scoreOf([
      { mutant: owned, verdict: "survived", by: null },
      { mutant: optional, verdict: "survived", by: null },
    ]);
    expect(score.survivors).toEqual([owned.name]);
    expect(score.allowed.filter(({ count }) => count > 0)).toHaveLength(1);
    expect([score.total, score.killed]).toEqual([2, 0]);
    expect(score.byArea).toEqual([{ area: "ping", total: 1, killed: 0 }]);
  });

  test("tells what is killed although a rule allows it, and by whom it should not be", () => {
    const score = scoreOf([
      { mutant: optional, verdict: "killed", by: "item.listed-members-seen" },
      { mutant: owned, verdict: "killed", by: "ping.members-present" },
    ]);
    expect(score.overruled).toEqual([`${optional.name}: item.listed-members-seen`]);
    expect(score.misblamed).toEqual([`${owned.name}: ping.members-present`]);
    expect(score.byArea).toEqual([{ area: "ping", total: 1, killed: 1 }]);
  });

  test("counts what is shown in no answer as neither", () => {
    expect(scoreOf([{ mutant: owned, verdict: "unseen", by: null }])).toMatchObject({
      total: 0,
      survivors: [owned.name],
    });
  });
});
