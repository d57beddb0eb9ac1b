import { resolve } from "node:path";
import { parseUrl } from "../../contracts/parse-url.ts";
import type { Flags } from "../../harness/configuration/flags.ts";
import type { Loaded } from "../../harness/configuration/load.ts";

/** The absolute paths of the files that a run reads: its configuration, keys, descriptions and certificates. */
export function inputFiles(
  { configuration, fileName }: Loaded,
  { envFile, ca }: Pick<Flags, "envFile" | "ca">,
  cwd: string,
): readonly string[] {
  const descriptions = Object.values(configuration.surfaces).flatMap(({ openapi }) =>
    openapi === null || parseUrl(openapi) !== null ? [] : [openapi],
  );
  return [fileName, envFile, ca, ...descriptions].flatMap((file) =>
    file == null ? [] : [resolve(cwd, file)],
  );
}
