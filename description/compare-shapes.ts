import { pointerNames, pointerToken } from "../contracts/json.ts";
import {
  anything,
  holds,
  type JsonKind,
  type MemberShape,
  type Shape,
  shapeWords,
} from "../contracts/shape.ts";

/** A member that a contract and a description define differently. */
export interface ShapeDifference {
  /** JSON pointer into a body; `*` stands for every entry of a list. Empty for the body itself. */
  readonly member: string;
  /** Each definition in a few words; null if the member is not listed. */
  readonly specification: string | null;
  readonly description: string | null;
  /** What the description allows and the specification forbids. */
  readonly looser: readonly string[];
  /** What the specification allows and the description forbids. */
  readonly stricter: readonly string[];
  /** No body can satisfy both, or a required member is missing from the described ones. */
  readonly contradicts: boolean;
  /** The specification lists it as optional. */
  readonly isOptional: boolean;
}

/**
 * The differences between a described body and its contract, from the outside in. Members inside a member
 * that only one of them lists are not compared. Pure.
 */
export function compareShapes(contract: Shape, described: Shape): readonly ShapeDifference[] {
  return compareMembers(
    "",
    { presence: "required", shape: contract },
    { presence: "required", shape: described },
  );
}

function compareMembers(
  member: string,
  contract: MemberShape,
  described: MemberShape,
): readonly ShapeDifference[] {
  const looser = beyond(described, contract);
  const stricter = beyond(contract, described);
  const own: ShapeDifference = {
    member,
    specification: memberWords(contract),
    description: memberWords(described),
    looser,
    stricter,
    contradicts: contradict(contract, described),
    isOptional: contract.presence === "optional",
  };
  // A description may define anything that the specification leaves open.
  if (!says(contract.shape) && contract.presence !== "forbidden") return [];
  const rows = looser.length + stricter.length > 0 ? [own] : [];
  if (contract.presence === "forbidden" || described.presence === "forbidden") return rows;
  return [...rows, ...compareBelow(member, contract.shape, described.shape)];
}

function compareBelow(path: string, contract: Shape, described: Shape): readonly ShapeDifference[] {
  const isObject = contract.kinds.has("object") && described.kinds.has("object");
  const isArray = contract.kinds.has("array") && described.kinds.has("array");
  const names = isObject
    ? [...new Set([...contract.members.keys(), ...described.members.keys()])]
    : [];
  const rows = names.flatMap((name): readonly ShapeDifference[] => {
    const member = path + pointerToken(name);
    const [stated, told] = [contract.members.get(name), described.members.get(name)];
    if (stated !== undefined && told !== undefined) return compareMembers(member, stated, told);
    if (stated !== undefined) return undescribed(member, stated, described);
    return told === undefined ? [] : unlisted(member, told, contract);
  });
  const { items } = contract;
  if (!isArray || items === null) return rows;
  const required = (shape: Shape): MemberShape => ({ presence: "required", shape });
  if (described.items !== null) {
    return [...rows, ...compareMembers(`${path}/*`, required(items), required(described.items))];
  }
  return says(items) ? [...rows, ...undescribed(`${path}/*`, required(items), described)] : rows;
}

/** In the contract but not in the description. */
function undescribed(
  member: string,
  stated: MemberShape,
  { closed, members }: Shape,
): readonly ShapeDifference[] {
  const isForbidden = stated.presence === "forbidden";
  const own = {
    member,
    specification: memberWords(stated),
    description: closed ? "forbidden" : null,
    looser: closed || isForbidden ? [] : ["anything"],
    stricter: closed && !isForbidden ? ["its presence"] : [],
    contradicts: stated.presence === "required" && (closed || members.size > 0),
    isOptional: stated.presence === "optional",
  };
  return own.looser.length + own.stricter.length > 0 ? [own] : [];
}

/** In the description but not in the contract, which leaves it open. */
function unlisted(
  member: string,
  told: MemberShape,
  { closed }: Shape,
): readonly ShapeDifference[] {
  if (told.presence !== "required" || closed) return [];
  return [
    {
      member,
      specification: null,
      description: memberWords(told),
      looser: [],
      stricter: ["its absence"],
      contradicts: false,
      isOptional: false,
    },
  ];
}

/** What one allows for a member and the other forbids. */
function beyond(one: MemberShape, other: MemberShape): readonly string[] {
  if (other.presence === "forbidden") return one.presence === "forbidden" ? [] : ["its presence"];
  if (one.presence === "forbidden") return other.presence === "required" ? ["its absence"] : [];
  const kinds = [...one.shape.kinds].filter((kind) => !other.shape.kinds.has(kind));
  const absent = one.presence === "optional" && other.presence === "required";
  const isOpen = one.shape.kinds.size === anything.kinds.size && kinds.length > 1;
  return [
    ...(absent ? ["its absence"] : []),
    ...(isOpen ? ["any other type"] : kindWords(kinds)),
    ...valuesBeyond(one.shape, other.shape),
  ];
}

function valuesBeyond(one: Shape, other: Shape): readonly string[] {
  if (other.values === null) return [];
  if (one.values === null) return ["other values"];
  return one.values
    .filter((value) => !holds(other.values, value))
    .map((value) => JSON.stringify(value));
}

function kindWords(kinds: readonly JsonKind[]): readonly string[] {
  const isNumber = kinds.includes("integer") && kinds.includes("fraction");
  return kinds.flatMap((kind) => {
    if (kind === "fraction") return isNumber ? [] : ["numbers with a fraction"];
    return [kind === "integer" && isNumber ? "number" : kind];
  });
}

function contradict(a: MemberShape, b: MemberShape): boolean {
  const presences = new Set([a.presence, b.presence]);
  if (presences.has("forbidden")) return presences.has("required");
  const { kinds, values } = a.shape;
  if (![...kinds].some((kind) => b.shape.kinds.has(kind))) return true;
  if (values === null || b.shape.values === null) return false;
  return !values.some((value) => holds(b.shape.values, value));
}

/** Whether a shape restricts anything. */
function says({ kinds, members, values }: Shape): boolean {
  return kinds.size < anything.kinds.size || members.size > 0 || values !== null;
}

/** A shape's definition of a member in a few words; null if it leaves the member open. */
export function wordsAt(shape: Shape, pointer: string): string | null {
  let found: MemberShape = { presence: "required", shape };
  for (const name of pointerNames(pointer)) {
    const { items, members } = found.shape;
    const below: MemberShape | null =
      name === "*" ? items && { presence: "required", shape: items } : (members.get(name) ?? null);
    if (below === null) return name !== "*" && found.shape.closed ? "forbidden" : null;
    found = below;
  }
  return memberWords(found);
}

function memberWords({ presence, shape }: MemberShape): string {
  return presence === "forbidden" ? "forbidden" : `${presence} ${shapeWords(shape)}`;
}
