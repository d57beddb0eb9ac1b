import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DockerfileParser } from "dockerfile-ast";
import { buildContext } from "./build-context.ts";

export const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Image {
  /** Absolute path of what the image has at `/opt/news-conformance`. */
  readonly folder: string;
  /** The words with which a container starts, before those of its command: of this machine. */
  readonly entrypoint: readonly string[];
  remove(): void;
}

/** The JSON words of the last instruction of a name. */
export function wordsOf(dockerfile: string, name: "ENTRYPOINT" | "CMD"): readonly string[] {
  const found = DockerfileParser.parse(dockerfile)
    .getInstructions()
    .filter((one) => one.getKeyword() === name)
    .at(-1);
  return JSON.parse(found?.getRawArgumentsContent() ?? "[]");
}

/**
 * Does what the Dockerfile does, without a container engine: copies the context, builds it with the packages that are
 * installed here, and assembles the content of the image.
 *
 * @throws if a step fails
 */
export function assembleImage(): Image {
  const machine = mkdtempSync(join(tmpdir(), "image-"));
  const [source, folder] = [join(machine, "source"), join(machine, "assembled")];
  for (const file of buildContext(root)) {
    if (!statSync(join(root, file)).isFile()) continue;
    mkdirSync(dirname(join(source, file)), { recursive: true });
    cpSync(join(root, file), join(source, file));
  }
  // Stands for `npm ci`.
  symlinkSync(join(root, "node_modules"), join(source, "node_modules"));
  const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
  const steps = /^RUN (npm run build .*)$/m.exec(dockerfile)?.[1] ?? "false";
  const script = steps.replaceAll("/assembled", folder).replace("/work", join(machine, "work"));
  const environment = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  execFileSync("sh", ["-c", script], { cwd: source, env: Object.fromEntries(environment) });
  const entrypoint = wordsOf(dockerfile, "ENTRYPOINT").map((word) =>
    word.replace("/opt/news-conformance", folder),
  );
  return { folder, entrypoint, remove: () => rmSync(machine, { recursive: true }) };
}
