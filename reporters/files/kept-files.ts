import { realpathSync } from "node:fs";

/** Whether a file, given by its absolute path, is one that must stay. */
export type IsKept = (file: string) => boolean;

/**
 * Files that must stay because the user has named them as input, whatever links lead to them.
 * @param paths absolute
 */
export function keptFiles(paths: readonly string[]): IsKept {
  const kept = new Set(paths.flatMap((path) => realPathOf(path) ?? []));
  if (kept.size === 0) return () => false;
  return (file) => {
    const real = realPathOf(file);
    return real !== null && kept.has(real);
  };
}

/** null if there is no such file, or it can't be reached. */
function realPathOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
