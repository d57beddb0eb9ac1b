import { existsSync } from "node:fs";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of Chromium; null where there is none. */
    readonly browserPath: string | null;
    /** Whether the tests that need it fail without it, as they do in CI, or are skipped. */
    readonly browserRequired: boolean;
  }
}

/** Looks for Debian's Chromium, or the one that CHROMIUM names, and says at the end what its absence left out. */
export default function setup(project: TestProject): () => void {
  const { CHROMIUM = "", CI = "" } = process.env;
  const places = [CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"];
  const browserPath = places.find((path) => path !== "" && existsSync(path)) ?? null;
  const browserRequired = CI !== "" && CI !== "false";
  project.provide("browserPath", browserPath);
  project.provide("browserRequired", browserRequired);
  return () => {
    if (browserPath !== null || browserRequired) return;
    const modules = project.vitest.state.getTestModules();
    if (!modules.some(({ moduleId }) => moduleId.endsWith("/html/page.test.ts"))) return;
    console.warn(
      "\nWARNING: there is no Chromium, so the report's page was not tested in a browser.\n" +
        "Install it (apt-get install chromium) or set CHROMIUM to its path. In CI this is a failure.\n",
    );
  };
}
