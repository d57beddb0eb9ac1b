import type { Configuration } from "../harness/settings/types.ts";
import type { Report } from "../reporters/model/report.ts";
import { withoutUser } from "../reporters/model/without-user.ts";

/** The target of a configuration in the form of the report. */
export function reportedTarget({
  surfaces,
  embedded,
}: Pick<Configuration, "embedded"> & {
  readonly surfaces: Readonly<Record<string, { readonly baseUrl: string } | undefined>>;
}): Report["target"] {
  return {
    aggregator: withoutUser(surfaces.aggregator?.baseUrl ?? null),
    news: withoutUser(surfaces.news?.baseUrl ?? null),
    embedded,
  };
}
