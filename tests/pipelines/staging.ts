import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { referenceParameters } from "../../reference/description/reference-configuration.ts";
import { findFault } from "../../reference/faults/index.ts";
import type { ReferenceServer } from "../../reference/server/server.ts";
import { withReference } from "../cli/target.ts";
import type { Environment } from "./machine.ts";
import { lockfile, type Registry } from "./registry.ts";

/** The project whose pipelines the tests run. */
export const exampleProject = fileURLToPath(new URL("../../examples/ci", import.meta.url));

/** A server that stands for staging, and a project that tests it. */
export interface Staging {
  readonly server: ReferenceServer;
  /** Folder of the project, with a lockfile. */
  readonly project: string;
  /**
   * What every process sees: the base URLs, which take precedence over those of the configuration, and npm's
   * registry.
   */
  readonly world: Environment;
}

/**
 * @param faults names; none for a server that conforms
 * @param isAsItIs whether the configuration stays as it is, except for the number of requests. Reading the descriptions
 *   takes a third of a short run, so that otherwise the configuration has the names of parameters.
 */
export async function withStaging<T>(
  faults: readonly string[],
  registry: Registry,
  use: (staging: Staging) => Promise<T>,
  { isAsItIs = false } = {},
): Promise<T> {
  const deviations = faults.map((name) => {
    const fault = findFault(name);
    if (fault === undefined) throw new Error(`there is no fault ${name}`);
    return fault;
  });
  const project = mkdtempSync(join(tmpdir(), "project-"));
  try {
    cpSync(exampleProject, project, { recursive: true });
    const manifest = readFileSync(join(project, "package.json"), "utf8");
    writeFileSync(join(project, "package-lock.json"), lockfile(manifest));
    const file = join(project, "news-conformance.config.yaml");
    const text = readFileSync(file, "utf8");
    // A few requests show what a thousand do.
    writeFileSync(file, `${isAsItIs ? text : withNames(text)}\nmatrix: smoke\n`);
    return await withReference(deviations, (server) => {
      const { aggregatorUrl, newsUrl } = server;
      const world = {
        AGGREGATOR_BASE_URL: aggregatorUrl,
        NEWS_BASE_URL: newsUrl,
        npm_config_registry: registry.url,
      };
      return use({ server, project, world });
    });
  } finally {
    rmSync(project, { recursive: true });
  }
}

/** A configuration that needs no descriptions. */
function withNames(text: string): string {
  return text.replaceAll(/^ {2}(aggregator|news):$/gm, (line, surface: "aggregator" | "news") => {
    const parameters = JSON.stringify(referenceParameters[surface]);
    return `${line}\n    openapi: null\n    parameters: ${parameters}`;
  });
}
