import { constant, integer, oneof, record, sample } from "fast-check";
import { expect, test } from "vitest";
import { descriptionPath } from "../../reference/description/path.ts";
import { isEditable } from "../../reference/faults/edit.ts";
import { referenceJudge } from "./reference.ts";

/** What stands in place of a part of a description; each has broken some tool. */
const junk: readonly unknown[] = [
  ...[null, 0, -1, 1.5, "", "x", true, false],
  ...[[], {}, [1, 2], { type: ["string", 1] }, { enum: [null] }, { pattern: "(" }],
  ...[{ $ref: "#" }, { $ref: "#/paths" }, { $ref: "#/nowhere" }, { $ref: "other.yaml" }],
];

interface Change {
  /** Which of the places, counted around. */
  readonly place: number;
  readonly value: unknown;
}

const change = record({
  place: integer({ min: 0, max: 100_000 }),
  value: oneof(...junk.map((one) => constant(one)), constant(undefined)),
});

/** Every member of every object and list, with what holds it. */
function* places(
  value: unknown,
): Generator<readonly [holder: Record<string, unknown>, name: string]> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (isEditable(value)) yield [value, name];
    yield* places(member);
  }
}

function apply(body: unknown, { place, value }: Change): void {
  const all = [...places(body)];
  const [holder, name] = all[place % all.length] ?? [];
  if (holder === undefined || name === undefined) return;
  if (value === undefined) delete holder[name];
  else holder[name] = structuredClone(value);
}

test("whatever a description says, the suite has no defect, and judges everything else as before", async () => {
  const reference = await referenceJudge();
  const changes = sample(change, { seed: 1, numRuns: 80 });
  for (let start = 0; start < changes.length; start += 2) {
    const { results } = await reference.judge([
      {
        name: "nonsense-described",
        cells: { endpoint: descriptionPath },
        sentence: "The description holds nonsense.",
        response({ body }) {
          for (const one of changes.slice(start, start + 2)) apply(body, one);
        },
      },
    ]);
    const odd = results.filter(({ requirement, outcome }) =>
      requirement.startsWith("description.") ? outcome === "error" : outcome !== "pass",
    );
    const shown = odd.map(
      ({ requirement, outcome, message }) => `${requirement} ${outcome}: ${message}`,
    );
    expect({ changes: changes.slice(start, start + 2), odd: shown }).toMatchObject({ odd: [] });
  }
});
