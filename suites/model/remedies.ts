import type { Remedy, Surface } from "../../contracts/vocabulary.ts";
import { keyVariable, otherSurface, revokedKeyVariable } from "../../harness/requests/key-names.ts";
import type { CheckContext } from "./check.ts";

/** What users can configure so that a skipped or blocked check can be judged. */

/**
 * The real name of a role. A description helps only if there is none yet; otherwise it would have given
 * the name.
 */
export function nameOfParameter(
  { cell, target }: CheckContext,
  group: string,
  role: string,
): Remedy {
  const { surface } = cell;
  const path = `surfaces.${surface}.parameters.${group}.${role}`;
  const isDescribed = target.described(surface) !== null;
  return {
    wants: "parameter names",
    set: isDescribed ? [path] : [`--openapi-${surface} FILE`, path],
  };
}

/** A description to replace one that can't be read. */
export function description(surface: Surface): Remedy {
  return {
    wants: "a readable description",
    set: [`--openapi-${surface} FILE`, `surfaces.${surface}.openapi`],
  };
}

export function otherProductKey(surface: Surface): Remedy {
  return {
    wants: "the other product's key",
    set: [keyVariable(otherSurface(surface)), "exclusions"],
  };
}

export function revokedKey(surface: Surface): Remedy {
  return { wants: "a revoked key", set: [revokedKeyVariable(surface), "exclusions"] };
}

/** A live key that may be revoked, and the command that revokes it. */
export function revocableKey(surface: Surface): Remedy {
  return { wants: "a revocable key", set: [`surfaces.${surface}.revoke`, "exclusions"] };
}

/** The sample that decides what an endpoint's ordinary request finds; other endpoints depend on none. */
const deciding: Readonly<Record<string, string>> = {
  "/search": "query",
  "/search/articles": "query",
  "/geolocation": "location",
  "/topics": "topic",
};

/** A sample with hits at the cell's endpoint; null as for `sampleWith`. */
export function sampleWithHits(context: CheckContext): Remedy | null {
  return sampleWith("hits", context);
}

/**
 * A sample whose response at the cell's endpoint has this, or the parameter name to send it with; null if the endpoint's
 * list depends on no sample.
 */
export function sampleWith(what: SampleContent, context: CheckContext): Remedy | null {
  const { surface, endpoint, version } = context.cell;
  const sample = deciding[endpoint];
  if (sample === undefined) return null;
  const isNameless =
    endpoint === "/topics" &&
    context.target.parameterName(surface, "topics", "topic", version) === null;
  return isNameless ? nameOfParameter(context, "topics", "topic") : samples(what, surface, sample);
}

/**
 * What the response to a sample has to have: any items, items that are articles rather than stories, or links, which are
 * all lists of a body but that of its items, such as related topics.
 */
export type SampleContent = "hits" | "articles" | "links";

/** @param names of the samples, as the configuration has them */
export function samples(
  what: SampleContent,
  surface: Surface,
  ...names: readonly string[]
): Remedy {
  return {
    wants: `samples with ${what}`,
    set: [
      ...names.map((name) => `surfaces.${surface}.samples.${name}`),
      // A server may have only stories, or no links at all.
      ...(what === "hits" ? [] : ["exclusions"]),
    ],
  };
}

/** A place that the server has to serve; null where one is known, and where none is needed. */
export function placeToName({ cell, target }: CheckContext): Remedy | null {
  const { surface, endpoint } = cell;
  const isNeeded = endpoint === "/geolocation" && target.lacksPlace(surface);
  return isNeeded ? samples("hits", surface, "location") : null;
}

/** A server that serves one connection after the other lets all others wait, however long the timeout is. */
export const longerTimeout: Remedy = {
  wants: "a longer timeout or fewer requests at a time",
  set: ["--timeout MS", "network.timeoutMs", "--concurrency N"],
};

export const slowerPace: Remedy = {
  wants: "a lower request rate",
  set: ["--rate N", "network.rate"],
};

/** For a parameter that the server does not have, according to the configuration. */
export function exclusion(wants: string): Remedy {
  return { wants, set: ["exclusions"] };
}
