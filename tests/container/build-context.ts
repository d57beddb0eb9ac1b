import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The files that a container engine gets of a folder: those that `.dockerignore` leaves, relative to the folder.
 *
 * Understands what ours consists of, which is `*`, paths and exceptions of both; the last line that matches decides.
 *
 * @throws for other patterns
 */
export function buildContext(folder: string): readonly string[] {
  const lines = readFileSync(join(folder, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const patterns = lines.map((line) => {
    const path = line.replace(/^!/, "");
    if (path !== "*" && /[*?[\]\\]/.test(path)) throw new Error(`.dockerignore: ${line}`);
    return { path, isIgnored: !line.startsWith("!") };
  });
  const isGiven = (file: string): boolean =>
    patterns.findLast(({ path }) => path === "*" || file === path || file.startsWith(`${path}/`))
      ?.isIgnored !== true;
  // What is never in a context is not worth to be listed.
  const top = readdirSync(folder).filter(
    (name) => !["node_modules", "dist", ".git"].includes(name) || isGiven(name),
  );
  return top.flatMap((name) => [name, ...below(folder, name)]).filter(isGiven);
}

/** The files below a folder; none if it is a file. */
function below(root: string, folder: string): readonly string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(root.length).replace(/^\//, ""));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return [];
    throw error;
  }
}
