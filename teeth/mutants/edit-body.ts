import { isObject } from "../../contracts/json.ts";
import type { BodyChange } from "./changes.ts";
import type { Step } from "./members.ts";

/** `every`: at every place of the member. `last`: only at its last place in the body. */
export type Extent = "every" | "last";

const absent = Symbol("absent");

/**
 * A copy of a body with a change; the body itself if it lacks the member. Unchanged parts are shared with
 * the original.
 */
export function editBody(
  body: unknown,
  steps: readonly Step[],
  change: BodyChange,
  extent: Extent,
): unknown {
  const edited = edit(body, steps, change, extent);
  return edited === absent ? undefined : edited;
}

function edit(value: unknown, steps: readonly Step[], change: BodyChange, extent: Extent): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return change.drops ? absent : change.apply(value);
  if (step.kind === "name") {
    if (!isObject(value) || !Object.hasOwn(value, step.name)) return value;
    const before = value[step.name];
    const after = edit(before, rest, change, extent);
    if (after === before) return value;
    const { [step.name]: _, ...others } = value;
    return after === absent ? others : { ...value, [step.name]: after };
  }
  if (!Array.isArray(value)) return value;
  const edited: unknown[] = [...value];
  let isEdited = false;
  for (let index = edited.length - 1; index >= 0; index -= 1) {
    const before = edited[index];
    const { where } = step;
    if (where !== null && !(isObject(before) && before[where.name] === where.value)) continue;
    const after = edit(before, rest, change, extent);
    if (after === before) continue;
    edited[index] = after;
    isEdited = true;
    if (extent === "last") break;
  }
  return isEdited ? edited : value;
}
