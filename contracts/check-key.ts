import type { Cell, CheckPlace } from "./vocabulary.ts";

/** The same text for the same check in the same cell, in every report. */
export function checkKey({ requirement, surface, endpoint, version, auth }: CheckPlace): string {
  return JSON.stringify([requirement, surface, endpoint, version, auth]);
}

/** The same text for every auth style of an endpoint at a version. */
export function placeKey({ surface, endpoint, version }: Omit<Cell, "auth">): string {
  return `${surface} ${endpoint} ${version}`;
}
