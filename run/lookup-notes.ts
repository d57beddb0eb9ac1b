import { loadCatalogue } from "../contracts/load.ts";
import type { Configuration } from "../harness/settings/types.ts";
import { lookupText } from "../reporters/text/lookup-text.ts";
import { createTarget } from "../suites/model/target.ts";

const noKeys = { own: null, revoked: null, revocable: null };

/** The result of the search for descriptions, one line for each surface without a configured description. */
export function lookupNotes({ surfaces }: Pick<Configuration, "surfaces">): readonly string[] {
  const keys = { aggregator: noKeys, news: noKeys };
  const target = createTarget({ surfaces }, keys, loadCatalogue());
  return target.surfaces.flatMap((surface) => {
    const { lookup, baseUrl = "" } = surfaces[surface] ?? {};
    if (lookup === undefined) return [];
    return [lookupText(surface, baseUrl, lookup, target.discovered(surface))];
  });
}
