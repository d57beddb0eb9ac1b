import type { CellPattern } from "../../contracts/waivers.ts";
import type { ConfigurationFile } from "./file-types.ts";
import type { Known } from "./known.ts";
import { memberPath } from "./member-path.ts";
import { suggestion } from "./nearest.ts";
import { UsageError } from "./usage-error.ts";

type Path = readonly (string | number)[];

/**
 * Checks what the schema can't: names that only the contracts and the register know, and days that
 * no calendar has.
 *
 * @throws UsageError for the first thing that is wrong
 */
export function checkEntries(file: string, content: ConfigurationFile, known: Known): void {
  const name = (path: Path, what: string, value: string, candidates: readonly string[]) => {
    if (candidates.includes(value)) return;
    throw new UsageError(
      `${file}: ${memberPath(path)}: there is no ${what} ${JSON.stringify(value)}`,
      suggestion(value, candidates),
    );
  };
  const entry = (path: Path, value: CellPattern & { readonly requirement: string }) => {
    name([...path, "requirement"], "requirement", value.requirement, known.requirements);
    if (value.endpoint !== undefined)
      name([...path, "endpoint"], "endpoint", value.endpoint, known.endpoints);
    if (value.version !== undefined)
      name([...path, "version"], "version", value.version, known.versions);
  };
  for (const [index, waiver] of (content.waivers ?? []).entries()) {
    entry(["waivers", index], waiver);
    if (!isDay(waiver.until)) {
      const place = memberPath(["waivers", index, "until"]);
      throw new UsageError(`${file}: ${place}: no calendar has the day ${waiver.until}`);
    }
  }
  for (const [index, exclusion] of (content.exclusions ?? []).entries()) {
    entry(["exclusions", index], exclusion);
  }
  for (const [path, version] of roleVersions(content)) {
    name(path, "version", version, known.versions);
  }
  for (const header of Object.keys(content.network?.headers ?? {})) {
    if (!tested.has(header.toLowerCase())) continue;
    throw new UsageError(
      `${file}: ${memberPath(["network", "headers", header])}: the suite itself varies this header`,
      "Extra headers open the gate of a staging system; keys come from the environment only.",
    );
  }
}

/** With one of these on every request, no request would be without a key, or without a version. */
const tested = new Set(["api-key", "x-api-key", "api-version", "host", "content-length"]);

/** Every version by which a role is named. */
function roleVersions(content: ConfigurationFile): readonly (readonly [Path, string])[] {
  const found: (readonly [Path, string])[] = [];
  for (const [surface, { parameters }] of Object.entries(content.surfaces ?? {})) {
    for (const [group, roles] of Object.entries(parameters ?? {})) {
      for (const [role, value] of Object.entries(roles)) {
        if (typeof value !== "object" || value === null) continue;
        for (const version of Object.keys(value)) {
          found.push([["surfaces", surface, "parameters", group, role, version], version]);
        }
      }
    }
  }
  return found;
}

function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
