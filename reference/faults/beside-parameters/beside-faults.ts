import type { Deviation } from "../fault.ts";
import { type BesideClass, besideClasses } from "./beside-classes.ts";
import { parameterPlaces } from "./parameters-of-endpoints.ts";

/** A server that is wrong only where certain parameters are sent, at one endpoint and version. */
export interface BesideFault extends Deviation {
  readonly of: BesideClass;
}

/**
 * The faults of every class, for every parameter or pair of parameters to which it applies, according to the contracts.
 * @param only the names of the classes; all if absent
 */
export function besideFaults(only?: readonly string[]): readonly BesideFault[] {
  const places = parameterPlaces();
  return besideClasses
    .filter(({ name }) => only === undefined || only.includes(name))
    .flatMap((of) =>
      places.flatMap((place) => {
        const { surface, endpoint, version } = place;
        const at = `${surface}${endpoint},${typeof version === "string" ? version : version[0]}`;
        return of.sets(place).map((names) => ({
          of,
          name: `${of.name}:${names.join("+")}@${at}`,
          sentence: `Beside ${names.join(" and ")}, ${of.sentence}.`,
          cells: { surface, endpoint, version },
          ...of.act(names),
        }));
      }),
    );
}
