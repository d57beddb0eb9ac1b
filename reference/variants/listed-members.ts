import type { Operation } from "../../contracts/catalogue.ts";
import { loadCatalogue } from "../../contracts/load.ts";
import type { MemberShape } from "../../contracts/shape.ts";
import type { FaultRequest } from "../faults/fault.ts";

type Place = Pick<FaultRequest, "surface" | "endpoint" | "version">;

/**
 * The members of an endpoint's items that its contract requires, or lists without requiring them: what a
 * version requires is in its contract alone. Where the contract shows no items, those that any other
 * version of the service requires or lists.
 */
export function listedMembers(
  presence: MemberShape["presence"],
  { surface, endpoint, version }: Place,
): readonly string[] {
  const { operation, operations } = loadCatalogue();
  const own = operation(surface, endpoint, version);
  const shown = own?.entries ? [own] : operations;
  return [...new Set(shown.flatMap((one) => membersOf(one, presence)))];
}

function membersOf({ entries }: Operation, presence: MemberShape["presence"]): readonly string[] {
  return [...(entries?.shape.members ?? [])].flatMap(([name, member]) =>
    member.presence === presence ? [name] : [],
  );
}
