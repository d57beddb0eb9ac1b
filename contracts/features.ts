import { isObject, pointerToken } from "./json.ts";
import { jsonKinds, kindOf, type Shape } from "./shape.ts";

/**
 * Something that a contract allows and a response may contain: a member, one of its listed values, a
 * null, or a value in its format.
 */
export interface Feature {
  readonly kind: "member" | "value" | "null" | "format";
  /** JSON pointer; `*` stands for every entry of a list. */
  readonly member: string;
  /** The value as JSON, or the name of the format; null for the other kinds. */
  readonly detail: string | null;
}

/** A text that is the same for equal features. */
export function featureName({ kind, member, detail }: Feature): string {
  return `${kind} ${member} ${detail}`;
}

/** Every feature that a shape allows; an object's members come before their own content. */
export function featuresOf(shape: Shape): readonly Feature[] {
  return featuresBelow(shape, "");
}

function featuresBelow(shape: Shape, path: string): readonly Feature[] {
  const members = [...shape.members].filter(([, { presence }]) => presence !== "forbidden");
  return [
    ...members.flatMap(([name, { shape: inner }]) => featuresAt(inner, path + pointerToken(name))),
    ...(shape.items === null ? [] : featuresBelow(shape.items, `${path}/*`)),
  ];
}

function featuresAt(shape: Shape, member: string): readonly Feature[] {
  const { kinds, values, format } = shape;
  const isAny = kinds.size === jsonKinds.length;
  const listed = (values ?? []).filter((value) => value !== null);
  return [
    { kind: "member", member, detail: null },
    ...(kinds.has("null") && !isAny ? [{ kind: "null", member, detail: null } as const] : []),
    // A constant is always seen with its member.
    ...(listed.length > 1
      ? listed.map((value) => ({ kind: "value", member, detail: JSON.stringify(value) }) as const)
      : []),
    ...(format === null ? [] : [{ kind: "format", member, detail: format } as const]),
    ...featuresBelow(shape, member),
  ];
}

/**
 * The distinct names of the features in a parsed body.
 *
 * @param isInFormat whether a text has the named format
 */
export function featuresShown(
  body: unknown,
  shape: Shape,
  isInFormat: (text: string, format: string) => boolean,
): ReadonlySet<string> {
  const shown = new Set<string>();
  const add = (kind: Feature["kind"], member: string, detail: string | null = null) =>
    shown.add(featureName({ kind, member, detail }));
  const lookAt = (value: unknown, inner: Shape, member: string) => {
    add("member", member);
    if (value === null) add("null", member);
    if (inner.values !== null) add("value", member, JSON.stringify(value));
    const { format } = inner;
    if (format !== null && typeof value === "string" && isInFormat(value, format)) {
      add("format", member, format);
    }
    lookBelow(value, inner, member);
  };
  const lookBelow = (value: unknown, inner: Shape, path: string) => {
    if (kindOf(value) === "array" && inner.items !== null) {
      for (const entry of value as readonly unknown[]) lookBelow(entry, inner.items, `${path}/*`);
    }
    if (!isObject(value)) return;
    for (const [name, { presence, shape: below }] of inner.members) {
      if (presence !== "forbidden" && Object.hasOwn(value, name))
        lookAt(value[name], below, path + pointerToken(name));
    }
  };
  lookBelow(body, shape, "");
  return shown;
}
