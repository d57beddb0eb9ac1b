import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** An entry of `package-lock.json`, as far as tests look at it. */
export interface LockedPackage {
  readonly version?: string;
  /** It is a link to the folder `resolved`, which has an entry of its own. */
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
  readonly deprecated?: string;
  readonly hasInstallScript?: boolean;
}

/** What a consumer installs besides the package itself, by path below the root, such as `node_modules/ajv`. */
export function productionTree(): readonly (readonly [path: string, entry: LockedPackage])[] {
  const lockfile: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8"),
  );
  const { packages } = lockfile;
  const isDev = ({ dev, link, resolved = "" }: LockedPackage): boolean =>
    dev === true || (link === true && packages[resolved]?.dev === true);
  return Object.entries(packages).filter(([path, entry]) => path !== "" && !isDev(entry));
}

export interface InstalledPackage {
  /** Absolute path of a project that depends on nothing else. */
  readonly project: string;
  /** Absolute path of the package in it. */
  readonly folder: string;
  /** Absolute path of the packed package. */
  readonly archive: string;
  /** What npm printed. */
  readonly said: string;
  remove(): void;
}

/**
 * Packs the package and lets npm install it into an empty project, as strict on engines as it can be.
 *
 * Tests don't use the network: what the package depends on is copied from this checkout's
 * `node_modules` beforehand. npm then resolves the ranges of the packed `package.json` against what is
 * there, and has to fetch, which it is forbidden, where the two disagree.
 *
 * @throws where npm refuses or wants to fetch anything
 */
export function installPackage(): InstalledPackage {
  const project = mkdtempSync(join(tmpdir(), "consumer-"));
  const copy = (path: string): void => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    cpSync(join(root, path), join(project, path), { recursive: true, verbatimSymlinks: true });
  };
  for (const [path, { bin = {} }] of productionTree()) {
    // Nested ones come along with the folder that they are in.
    if (path.lastIndexOf("node_modules/") > 0) continue;
    copy(path);
    for (const name of Object.keys(bin)) copy(join("node_modules", ".bin", name));
  }
  writeFileSync(join(project, "package.json"), '{ "type": "module", "private": true }');
  // The build already exists; other tests are using it.
  const packed = npm(root, "pack", "--silent", "--ignore-scripts", "--pack-destination", project);
  const archive = join(project, packed.trim());
  const said = npm(
    project,
    ...["install", "--engine-strict", "--offline", "--cache", join(project, "empty-cache")],
    ...["--no-audit", "--no-fund", "--no-update-notifier", archive],
  );
  return {
    project,
    folder: join(project, "node_modules", "news-conformance"),
    archive,
    said,
    remove: () => rmSync(project, { recursive: true }),
  };
}

/** @throws where npm fails, with what it printed */
function npm(cwd: string, ...words: readonly string[]): string {
  // An npm that runs these tests hands its own settings on by the environment.
  const environment = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  return execFileSync("npm", words, {
    cwd,
    encoding: "utf8",
    env: Object.fromEntries(environment),
  });
}
