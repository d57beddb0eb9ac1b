import type { ConfigurationFile } from "./file-types.ts";

/**
 * The parts of a configuration that apply to the built-in reference server. The file is about the user's own
 * server: with its waivers, the reference server would be non-conformant, since it breaks nothing that they
 * waive.
 */
export function forReference({
  surfaces: _,
  waivers: __,
  exclusions: ___,
  ...file
}: ConfigurationFile): ConfigurationFile {
  return file;
}
