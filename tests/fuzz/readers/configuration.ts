import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configurationTemplate } from "../../../cli/actions/configuration-template.ts";
import { loadConfiguration } from "../../../harness/configuration/load.ts";
import { UsageError } from "../../../harness/settings/usage-error.ts";
import { known } from "../../configuration/known.ts";
import type { FuzzedReader } from "../fuzzed-reader.ts";

const complete = {
  surfaces: {
    aggregator: {
      baseUrl: "https://staging.example/headlines",
      openapi: "./openapi.yaml",
      parameters: { search: { page: "page", pageSize: { "2026-05-25": "n", "2024-01-01": null } } },
      samples: { query: "climate", domain: null },
      revoke: { keyEnv: "SPARE", command: "true", environment: ["TOKEN"] },
    },
    news: { baseUrl: "http://127.0.0.1:1/news", openapi: null },
  },
  network: {
    concurrency: 4,
    rate: null,
    timeoutMs: 1000,
    retries: 1,
    headers: { "x-a": `\${TOKEN}` },
  },
  failOn: "must",
  waivers: [
    {
      requirement: "error.legacy-members",
      surface: "news",
      endpoint: "/info/topics",
      reason: "r",
      until: "2099-01-01",
    },
  ],
  exclusions: [{ requirement: "auth.revoked-key-refused", reason: "r" }],
};

const environment = {
  AGGREGATOR_API_KEY: "bk_a-canary-1",
  NEWS_API_KEY: "bk_n-canary-2",
  TOKEN: "t",
  SPARE: "bk_s-canary-3",
};

export const configuration: FuzzedReader = {
  name: "configuration",
  async seeds() {
    return [
      Buffer.from(JSON.stringify(complete)),
      Buffer.from(configurationTemplate("yaml")),
      Buffer.from(configurationTemplate("json")),
      Buffer.from(
        "network: &a { rate: 1 }\nwaivers: []\nsurfaces: { news: { baseUrl: https://x.example } }\n",
      ),
    ];
  },
  async read(input) {
    const cwd = mkdtempSync(join(tmpdir(), "fuzz-"));
    try {
      for (const name of ["news-conformance.config.json", "news-conformance.config.yaml"]) {
        const file = join(cwd, name);
        writeFileSync(file, input);
        try {
          loadConfiguration({ cwd, environment, flags: { config: name }, known, purpose: "run" });
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
          if (/canary-\d/.test(error.message)) throw new Error(`a key is in: ${error.message}`);
        }
        rmSync(file);
      }
    } finally {
      rmSync(cwd, { recursive: true });
    }
  },
};
