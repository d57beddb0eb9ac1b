import type { Remedy, Surface } from "../../contracts/vocabulary.ts";
import type { CheckContext } from "./check.ts";

/** What users set so that a check which was skipped or blocked can be judged. */

/** The real name of a role. A description tells it only where there is none yet, or it would have. */
export function nameOfParameter(
  { cell, target }: CheckContext,
  group: string,
  role: string,
): Remedy {
  const { surface } = cell;
  const path = `surfaces.${surface}.parameters.${group}.${role}`;
  const isDescribed = target.described(surface) !== null;
  return {
    wants: "names of parameters",
    set: isDescribed ? [path] : [`--openapi-${surface} FILE`, path],
  };
}

/** A description in place of one that can't be read. */
export function description(surface: Surface): Remedy {
  return {
    wants: "a description that can be read",
    set: [`--openapi-${surface} FILE`, `surfaces.${surface}.openapi`],
  };
}

export function otherProductKey(surface: Surface): Remedy {
  const other = surface === "news" ? "aggregator" : "news";
  return {
    wants: "the other product's key",
    set: [`${other.toUpperCase()}_API_KEY`, "exclusions"],
  };
}

export function revokedKey(surface: Surface): Remedy {
  return { wants: "a revoked key", set: [`${surface.toUpperCase()}_REVOKED_KEY`, "exclusions"] };
}

/** A live key that may be spent, and the command that revokes it. */
export function revocableKey(surface: Surface): Remedy {
  return { wants: "a key to revoke", set: [`surfaces.${surface}.revoke`, "exclusions"] };
}

/** The sample that decides what an endpoint's ordinary request finds; of the others none does. */
const deciding: Readonly<Record<string, string>> = {
  "/search": "query",
  "/search/articles": "query",
  "/geolocation": "location",
  "/topics": "topic",
};

/**
 * A sample with hits at the cell's endpoint, or the name under which it could be asked for; null where what
 * it lists depends on no sample.
 */
export function sampleWithHits(context: CheckContext): Remedy | null {
  const { surface, endpoint, version } = context.cell;
  const sample = deciding[endpoint];
  if (sample === undefined) return null;
  const isNameless =
    endpoint === "/topics" && context.target.role(surface, "topics", "topic", version) === null;
  return isNameless ? nameOfParameter(context, "topics", "topic") : samples(surface, sample);
}

export function samples(surface: Surface, ...names: readonly string[]): Remedy {
  return {
    wants: "samples that have hits",
    set: names.map((name) => `surfaces.${surface}.samples.${name}`),
  };
}

export const longerTimeout: Remedy = {
  wants: "a longer timeout",
  set: ["--timeout MS", "network.timeoutMs"],
};

export const slowerPace: Remedy = {
  wants: "a slower pace",
  set: ["--rate N", "network.rate"],
};

/** For what this server has not, as its configuration says. */
export function exclusion(wants: string): Remedy {
  return { wants, set: ["exclusions"] };
}
