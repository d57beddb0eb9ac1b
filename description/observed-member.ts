import { isObject, pointerNames } from "../contracts/json.ts";
import { type JsonKind, jsonKinds, kindOf } from "../contracts/shape.ts";

/**
 * The content of a member in responses, in a few words; null if no response has its parent.
 * @param pointer JSON pointer, in which `*` stands for every entry of a list
 */
export function observedWords(bodies: readonly unknown[], pointer: string): string | null {
  const seen = new Map<JsonKind | "absent", number>();
  for (const body of bodies) {
    for (const kind of kindsAt(body, pointerNames(pointer))) {
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }
  }
  const order = [...jsonKinds, "absent" as const].filter((kind) => seen.has(kind));
  const [only, ...more] = order;
  if (only === undefined) return null;
  const words = (kind: JsonKind | "absent") => (kind === "fraction" ? "number" : kind);
  if (more.length === 0) {
    const times = seen.get(only) ?? 0;
    return times === 1 ? words(only) : `${words(only)} in all ${times}`;
  }
  return order.map((kind) => `${words(kind)} in ${seen.get(kind)}`).join(", ");
}

/** Whether some answer has the member. */
export function isSent(bodies: readonly unknown[], pointer: string): boolean {
  return bodies.some((body) =>
    kindsAt(body, pointerNames(pointer)).some((kind) => kind !== "absent"),
  );
}

function kindsAt(value: unknown, names: readonly string[]): readonly (JsonKind | "absent")[] {
  const [name, ...rest] = names;
  if (name === undefined) return [kindOf(value)];
  if (name === "*" && Array.isArray(value)) return value.flatMap((entry) => kindsAt(entry, rest));
  if (!isObject(value)) return [];
  if (Object.hasOwn(value, name)) return kindsAt(value[name], rest);
  return rest.length === 0 ? ["absent"] : [];
}
