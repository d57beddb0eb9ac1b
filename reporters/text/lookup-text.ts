import { group } from "../../contracts/group.ts";
import { type Surface, surfaces } from "../../contracts/vocabulary.ts";
import type { DescriptionLookup } from "../../description/description.ts";
import type { DiscoveredRole } from "../../description/discover-roles.ts";
import type { Report } from "../model/report.ts";
import { shortLine } from "./short-line.ts";
import { plural } from "./verdict-text.ts";

/** The line may contain several URLs. */
const longest = 800;

/**
 * How looking for the description of a surface ended, in one line that is safe to print: where it was
 * found, or where it was looked for.
 * @param roles what was found in it
 */
export function lookupText(
  surface: Surface,
  baseUrl: string,
  { found, tried }: DescriptionLookup,
  roles: readonly DiscoveredRole[],
): string {
  // One that differs by version is one.
  const names = new Set(roles.map((one) => `${one.group}.${one.role}`)).size;
  const shown = (url: string) => (url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url);
  const missed = group(
    tried.filter(({ url }) => url !== found),
    ({ outcome }) => outcome,
  );
  const places = [...missed].map(
    ([outcome, same]) => `${same.map(({ url }) => shown(url)).join(", ")} (${outcome})`,
  );
  const text =
    found === null
      ? `none found below ${baseUrl}: ${places.join(", ")}`
      : `found at ${found} (${plural(names, "parameter name")} taken from it)`;
  return shortLine(`${surface} description: ${text}`, longest);
}

/** Where descriptions were looked for and not found, one line for each surface. */
export function missedLookups({ configuration }: Report): readonly string[] {
  return surfaces.flatMap((surface) => {
    const { baseUrl = "", lookup } = configuration?.surfaces[surface] ?? {};
    if (lookup === undefined || lookup.found !== null) return [];
    return [lookupText(surface, baseUrl, lookup, [])];
  });
}
