import type { CheckPlace } from "./vocabulary.ts";

/** The same text for the same check in the same cell, in every report. */
export function checkKey({ requirement, surface, endpoint, version, auth }: CheckPlace): string {
  return JSON.stringify([requirement, surface, endpoint, version, auth]);
}
