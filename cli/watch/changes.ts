import { once } from "node:events";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { watch } from "chokidar";
import { UsageError } from "../../harness/settings/usage-error.ts";
import { statIfThere } from "../../reporters/files/stat-if-there.ts";
import { visibleLine } from "../../reporters/text/visible.ts";

/** Watched files and folders. */
export interface Changes {
  /** Watches these too; a file that is not there counts as changed once it is. Absolute paths. */
  add(paths: readonly string[]): void;
  /** The number of watched files and folders that were named. */
  readonly count: number;
  close(): Promise<void>;
}

export interface ChangesOptions {
  /** Absolute paths that this command itself writes to; nothing in them is watched. */
  readonly except: readonly string[];
  /** Called once for changes that follow each other closely, with the path of the last one. */
  readonly onChange: (path: string) => void;
  /** Called if something can't be watched. */
  readonly onError: (message: string) => void;
}

/** An editor or a compiler writes several files, and a file in several steps. */
const settledMs = 100;

/** Folders that tools change and nobody edits. */
const ignoredNames: ReadonlySet<string> = new Set(["node_modules", ".git"]);

/**
 * Watches files, and folders with everything in them.
 * @param paths absolute paths, which are watched when the promise resolves
 */
export async function watchChanges(
  paths: readonly string[],
  { except, onChange, onError }: ChangesOptions,
): Promise<Changes> {
  const named = new Set(paths);
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch([...named], {
    ignoreInitial: true,
    ignored: (path) => isIgnored(path, named, except),
  });
  watcher.on("all", (_, path) => {
    clearTimeout(timer);
    timer = setTimeout(() => onChange(path), settledMs);
  });
  watcher.on("error", (error) => {
    onError(error instanceof Error ? error.message : String(error));
  });
  // Without a path, this event never comes.
  if (named.size > 0) await once(watcher, "ready");
  return {
    add(more) {
      for (const path of more) {
        if (named.has(path)) continue;
        named.add(path);
        watcher.add(path);
      }
    },
    get count() {
      return named.size;
    },
    close() {
      clearTimeout(timer);
      return watcher.close();
    },
  };
}

function isIgnored(path: string, named: ReadonlySet<string>, except: readonly string[]): boolean {
  if (named.has(path)) return false;
  if (except.some((own) => isWithin(path, own))) return true;
  const [root = sep] = [...named].filter((one) => isWithin(path, one));
  return relative(root, path)
    .split(sep)
    .some((name) => ignoredNames.has(name));
}

function isWithin(path: string, folder: string): boolean {
  const rest = relative(folder, path);
  return rest !== ".." && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}

/**
 * The absolute paths of `--watch-path`.
 * @throws UsageError if there is nothing at one of them
 */
export function watchedPaths(paths: readonly string[], cwd: string): readonly string[] {
  return paths.map((path) => {
    const absolute = resolve(cwd, path);
    if (statIfThere(absolute) !== undefined) return absolute;
    throw new UsageError(
      `there is no file or folder ${visibleLine(path)} for --watch-path`,
      "Name files or folders that exist; patterns are expanded by the shell.",
    );
  });
}
