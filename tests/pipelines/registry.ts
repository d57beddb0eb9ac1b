import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The version of the package, which is the only one that the registry has. */
export const { version }: { readonly version: string } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);

export interface Registry {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A registry with one package, so that `npm ci`, `npm install` and `npx` of a pipeline do what they do anywhere:
 * `news-conformance`, whose command is the built one of this checkout.
 */
export async function startRegistry(): Promise<Registry> {
  const archive = packedStub();
  const server = createServer((request, response) => {
    const { host = "" } = request.headers;
    if (request.url === "/news-conformance") {
      const tarball = `http://${host}/news-conformance.tgz`;
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          name: manifest.name,
          "dist-tags": { latest: version },
          versions: { [version]: { ...manifest, dist: { tarball } } },
        }),
      );
    } else if (request.url === "/news-conformance.tgz") response.end(archive);
    else response.writeHead(404).end("{}");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const manifest = {
  name: "news-conformance",
  version,
  bin: { "news-conformance": "main.mjs" },
} as const;

/** A package whose command starts that of this checkout. */
function packedStub(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "registry-"));
  try {
    mkdirSync(join(folder, "package"));
    writeFileSync(join(folder, "package/package.json"), JSON.stringify(manifest));
    const main = JSON.stringify(new URL("dist/cli/main.js", `file://${root}`).href);
    writeFileSync(
      join(folder, "package/main.mjs"),
      // A process that lives for a second spends a third of it in the optimising compiler.
      `#!/usr/bin/env node\nimport v8 from "node:v8";\nv8.setFlagsFromString("--no-opt");\nawait import(${main});\n`,
      { mode: 0o755 },
    );
    execFileSync("tar", ["-czf", "package.tgz", "package"], { cwd: folder });
    return readFileSync(join(folder, "package.tgz"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The lockfile of a project that has installed the package. */
export function lockfile(project: string): string {
  const { name, devDependencies }: { name: string; devDependencies: object } = JSON.parse(project);
  return JSON.stringify({
    name,
    lockfileVersion: 3,
    requires: true,
    packages: {
      "": { name, devDependencies },
      "node_modules/news-conformance": { version, dev: true, bin: manifest.bin },
    },
  });
}
