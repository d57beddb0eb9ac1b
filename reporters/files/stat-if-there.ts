import { lstatSync, type Stats, statSync } from "node:fs";

/** What is at a path; undefined if nothing is, or if that can't be determined, as where links form a loop. */
export function statIfThere(path: string): Stats | undefined {
  return orUndefined(() => statSync(path));
}

/** What is at a path, without following a link at its end; undefined as in `statIfThere`. */
export function lstatIfThere(path: string): Stats | undefined {
  return orUndefined(() => lstatSync(path));
}

function orUndefined(look: () => Stats): Stats | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
