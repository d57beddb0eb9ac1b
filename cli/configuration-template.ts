import { hasMetadata } from "../contracts/generations.ts";
import { loadCatalogue } from "../contracts/load.ts";
import type { Surface } from "../contracts/vocabulary.ts";
import { parseYaml } from "../contracts/yaml.ts";
import type { DiscoveredRole } from "../description/discover-roles.ts";

/** Where an installed package has the schema, as seen from the project that installed it. */
const schemaPath = "./node_modules/news-conformance/dist/harness/configuration/schema.json";

/** What the description of a surface tells for its configuration. */
export interface DescribedTarget {
  /** As it is to be written: a URL, or a path from the folder of the configuration file. */
  readonly openapi: string;
  /** null where the description names no absolute URL. */
  readonly baseUrl: string | null;
  readonly roles: readonly DiscoveredRole[];
}
export type DescribedTargets = Readonly<Partial<Record<Surface, DescribedTarget>>>;

/** Names that stand for roles in the template, where that is not the role's own. */
const examples: Readonly<Record<string, string>> = {
  pageSize: "page_size",
  topic: "topic_id",
  subtopic: "subtopic_id",
};

/** The roles of a surface by their group, each with what it means, as the contracts have them. */
function rolesOf(surface: Surface): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const groups = new Map<string, Map<string, string>>();
  for (const operation of loadCatalogue().operations) {
    if (operation.surface !== surface || operation.roleGroup === null) continue;
    const group = groups.get(operation.roleGroup) ?? new Map<string, string>();
    groups.set(operation.roleGroup, group);
    for (const { role, meaning } of operation.roles) {
      if (!group.has(role)) group.set(role, meaning);
    }
  }
  return groups;
}

const baseUrls: Readonly<Record<Surface, string>> = {
  aggregator: "https://staging.example/headlines",
  news: "https://staging.example/news",
};

const samples: Readonly<Record<Surface, string>> = {
  aggregator: `    # Values that this server answers with several items. Where the defaults find none, others are looked
    # for in the server's own answers.
    # samples:
    #   query: climate
    #   location: London
    #   country: us
    #   language: en
    #   topic: TECHNOLOGY
    #   domain: news.example # else taken from an article
    # Proves that revocation is immediate. keyEnv names the variable that holds a live key which may be
    # spent; the command finds that key in REVOKE_KEY and has to exit with 0 once it is revoked. It runs
    # in the folder of this file, after everything else: see docs/revocation.md of the package.
    # revoke:
    #   keyEnv: AGGREGATOR_REVOCABLE_KEY
    #   command: ./revoke-key.sh
`,
  news: `    # samples:
    #   query: climate
    #   country: us
    #   language: en
    # revoke:
    #   keyEnv: NEWS_REVOCABLE_KEY
    #   command: ./revoke-key.sh
`,
};

/** One name for each version, as an example; legacy versions have another way of writing names. */
function pageSizeByVersion(): string {
  return loadCatalogue()
    .operations.filter((one) => one.surface === "aggregator" && one.endpoint === "/search")
    .map((one) => `"${one.version}": ${hasMetadata(one) ? "per_page" : "pageSize"}`)
    .join(", ");
}

const aboutParameters =
  (): string => `    # What this server calls the parameters whose names the specification does not show. Names that
    # its description tells need not stand here. Write only what you know: a wrong name accuses the server of
    # ignoring it. Checks whose name is unknown are skipped, and the run is incomplete; null says that there
    # is no such parameter. A name may differ by version:
    #   pageSize: { ${pageSizeByVersion()} }
`;

/** @param described null where nobody named a description of this surface */
function surfaceLines(surface: Surface, described: DescribedTarget | null): string {
  const openapi =
    described === null
      ? "    # Its own description, a file or a URL, in which names are found that are not given here. Without it\n" +
        "    # one is looked for below the base URL; null leaves that.\n" +
        "    # openapi: ./openapi.yaml\n"
      : `    openapi: ${scalar(described.openapi)}\n`;
  const found = described?.roles ?? [];
  return [
    `  ${surface}:\n`,
    `    baseUrl: ${scalar(described?.baseUrl ?? baseUrls[surface])}\n`,
    openapi,
    surface === "aggregator" ? aboutParameters() : "",
    ...roleLines(surface, found, described !== null),
    samples[surface],
  ].join("");
}

/**
 * The names that are known; the others as comments, since a name that is none would accuse the server. What
 * holds nothing but comments is one itself, so that each line can be had by taking its sign away.
 */
function roleLines(
  surface: Surface,
  found: readonly DiscoveredRole[],
  isDescribed: boolean,
): readonly string[] {
  const line = (isKnown: boolean, depth: number, text: string) =>
    `    ${isKnown ? "" : "# "}${"  ".repeat(depth)}${text}\n`;
  return [
    line(found.length > 0, 0, "parameters:"),
    ...[...rolesOf(surface)].flatMap(([group, roles]) => {
      const own = found.filter((one) => one.group === group);
      return [
        line(own.length > 0, 1, `${group}:`),
        ...[...roles].map(([role, meaning]) => {
          const names = own.filter((one) => one.role === role);
          const [first] = names;
          if (first !== undefined)
            return line(true, 2, `${role}: ${nameOf(names)} # ${first.because}`);
          const why = isDescribed ? "not found in the description: " : "";
          return line(false, 2, `${role}: ${examples[role] ?? role} # ${why}${meaning}`);
        }),
      ];
    }),
  ];
}

/** One name, or one for each version. */
function nameOf(names: readonly DiscoveredRole[]): string {
  const [first] = names;
  if (first?.version === null) return scalar(first.name);
  return `{ ${names.map((one) => `"${one.version}": ${scalar(one.name)}`).join(", ")} }`;
}

/** A text of anybody's as a scalar of YAML. */
function scalar(text: string): string {
  const isPlain = /^[A-Za-z_][\w.-]*$|^https?:\/\/[\w./:%~-]+$/.test(text);
  const isWord = /^(true|false|yes|no|on|off|null|y|n)$/i.test(text);
  return isPlain && !isWord ? text : JSON.stringify(text);
}

function yamlTemplate(described: DescribedTargets): string {
  const names = Object.keys(described);
  const isNamed = (surface: Surface) => names.length === 0 || described[surface] !== undefined;
  const written = (["aggregator", "news"] as const).filter(isNamed);
  return `# yaml-language-server: $schema=${schemaPath}
#
# What news-conformance tests and how. Every member is optional. Keys never stand here: they come from
# the environment, as AGGREGATOR_API_KEY and NEWS_API_KEY; AGGREGATOR_REVOKED_KEY and NEWS_REVOKED_KEY
# let the suite prove that revoked keys are refused.

surfaces:
  # A surface without a base URL is not tested when the other one has one.
${written.map((surface) => surfaceLines(surface, described[surface] ?? null)).join("")}
network:
  concurrency: 8 # requests in flight at once
  # rate: 50             # requests per second; no limit without
  timeoutMs: 10000
  retries: 2 # after 429, 502, 503 and 504, and after a connection lost before any answer
  # Sent with every request, for gates in front of staging; \${NAME} comes from the environment.
  # headers:
  #   x-staging-gate: \${STAGING_GATE}

# What the requests of a careless client are made up from: the same seed gives the same requests.
robustness:
  seed: 1
  runs: 1 # inputs that each such check makes up in each of its cells

failOn: must # or should: then a warning makes the run red too

# Known failures, which do not make the run red until their date has passed. One that covers nothing
# any more does, so that the list stays true.
waivers: []
#  - requirement: error.envelope-matches-version
#    surface: aggregator        # surface, endpoint, version and auth are optional
#    endpoint: /topics
#    version: "2024-01-01"
#    auth: bearer
#    reason: ticket 123
#    until: 2027-01-31

# Requirements that do not apply to this target.
exclusions: []
#  - requirement: auth.revoked-key-refused
#    reason: staging keys can't be revoked
`;
}

/**
 * A configuration file to start from. JSON has no comments, so it holds the members alone.
 * @param described what is known of the surfaces; where something is, only of those
 */
export function configurationTemplate(
  format: "yaml" | "json",
  described: DescribedTargets = {},
): string {
  const yaml = yamlTemplate(described);
  if (format === "yaml") return yaml;
  const members = parseYaml(yaml);
  return `${JSON.stringify({ $schema: schemaPath, ...Object(members) }, null, 2)}\n`;
}
