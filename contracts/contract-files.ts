import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { valueAt } from "./json.ts";
import { parsedAtBuild } from "./parsed-contracts.ts";
import { parseYaml } from "./yaml.ts";

/** A place in a contract file: the file's path from the contracts folder, and a JSON pointer. */
export interface Place {
  readonly file: string;
  readonly pointer: string;
}

/** The YAML files of a contracts folder, by their relative paths, with `/` on every system. */
export interface ContractFiles {
  /** Each file is read and parsed once, so its values keep their identity. */
  read(file: string): unknown;
  /** The target of a `$ref` in a file. */
  resolve(ref: string, from: string): Place;
  at(place: Place): unknown;
  /** Names of the folders inside a folder. */
  folders(folder: string): readonly string[];
  /** `sha256:` and the hex digest of paths and contents of all YAML files, in sorted order. */
  digest(): string;
}

/** The paths of all YAML files below a folder, sorted, with `/`. */
export function contractPaths(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => file.replaceAll(sep, "/"))
    .sort();
}

/** @param root absolute path of the contracts folder */
export function openContractFiles(root: string): ContractFiles {
  const parsed = new Map<string, unknown>();

  const read = (file: string): unknown => {
    if (!parsed.has(file)) {
      const text = readFileSync(join(root, file), "utf8");
      parsed.set(file, parsedAtBuild(file, text) ?? parseYaml(text));
    }
    return parsed.get(file);
  };

  return {
    read,
    resolve(ref, from) {
      const [path = "", pointer = ""] = ref.split("#");
      const file = path === "" ? from : posix.join(posix.dirname(from), path);
      return { file, pointer };
    },
    at: ({ file, pointer }) => valueAt(read(file), pointer),
    folders: (folder) =>
      readdirSync(join(root, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort(),
    digest() {
      const hash = createHash("sha256");
      for (const file of contractPaths(root)) {
        // Line endings depend on the checkout, not on the contracts.
        const text = readFileSync(join(root, file), "utf8").replaceAll("\r\n", "\n");
        hash.update(`${file}\0${text}\0`);
      }
      return `sha256:${hash.digest("hex")}`;
    },
  };
}
