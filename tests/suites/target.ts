import { loadCatalogue } from "../../contracts/load.ts";
import { fullMatrix } from "../../harness/configuration/matrix-choice.ts";
import type { Configuration, Keys, Samples } from "../../harness/settings/types.ts";
import { createTarget, type Target } from "../../suites/model/target.ts";
import { network } from "../harness/servers.ts";

const samples: Samples = {
  query: "climate",
  location: "London",
  country: "us",
  language: "en",
  topic: "TECHNOLOGY",
  domain: null,
};

/** A configuration in which every role has a name and every key exists. */
export const completeConfiguration: Configuration = {
  surfaces: {
    aggregator: {
      baseUrl: "http://127.0.0.1:1/headlines",
      openapi: null,
      description: null,
      parameters: {
        search: { domain: "site", from: "since", to: "until", page: "page", pageSize: "per" },
        topics: { topic: "tid", subtopic: "sub" },
      },
      samples,
      revoke: { keyEnv: "SPARE", command: "true" },
    },
    news: {
      baseUrl: "http://127.0.0.1:1/news",
      openapi: null,
      description: null,
      parameters: {
        publishers: {
          query: "term",
          category: "cat",
          country: "cc",
          language: "lang",
          limit: "n",
          sort: "order",
        },
      },
      samples,
      revoke: { keyEnv: "SPARE", command: "true" },
    },
  },
  embedded: false,
  network: { ...network, timeoutMs: 1000, retries: 0 },
  matrix: fullMatrix,
  robustness: { seed: 1, runs: 1 },
  failOn: "must",
  allowIncomplete: false,
  only: [],
  skip: [],
  waivers: [],
  exclusions: [],
  outputDirectory: "/nowhere",
};

export const completeKeys: Keys = {
  aggregator: { own: "bk_a", revoked: "bk_b", revocable: "bk_c" },
  news: { own: "bk_d", revoked: "bk_e", revocable: "bk_f" },
};

/** A target of which everything is known. */
export function completeTarget(): Target {
  return createTarget(completeConfiguration, completeKeys, loadCatalogue());
}
