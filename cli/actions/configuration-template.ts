import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { hasMetadata } from "../../contracts/generations.ts";
import { loadCatalogue } from "../../contracts/load.ts";
import { type Surface, surfaces } from "../../contracts/vocabulary.ts";
import { parseYaml } from "../../contracts/yaml.ts";
import type { DiscoveredRole } from "../../description/discover-roles.ts";

/** The path of the schema in an installed package, relative to the project that installed it. */
const installedSchema = "node_modules/news-conformance/dist/harness/configuration/schema.json";

/** The path of the schema relative to a folder: the package is often installed in a parent folder. */
function schemaPathFrom(folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    const path = join(above, installedSchema);
    if (existsSync(path)) {
      const seen = relative(folder, path).replaceAll("\\", "/");
      return seen.startsWith(".") ? seen : `./${seen}`;
    }
    if (above === dirname(above)) return `./${installedSchema}`;
  }
}

/** What the description of a surface contains for its configuration. */
export interface DescribedTarget {
  /** As given by the user. */
  readonly location: string;
  /** As written to the file: a URL, or a path relative to the folder of the configuration file. */
  readonly openapi: string;
  /** null if the description has no absolute URL. */
  readonly baseUrl: string | null;
  /** Whether it has an operation of the surface other than ping. */
  readonly hasOperations: boolean;
  readonly roles: readonly DiscoveredRole[];
}
export type DescribedTargets = Readonly<Partial<Record<Surface, DescribedTarget>>>;

/** Example names of roles in the template, where the name of the role itself is not used. */
const examples: Readonly<Record<string, string>> = {
  pageSize: "page_size",
  topic: "topic_id",
  subtopic: "subtopic_id",
};

/** The roles of a surface by group, each with its meaning in the contracts. */
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
  aggregator: `    # Values for which this server returns several items. If a default has no matches, the suite looks for
    # another value in the server's own responses.
    # samples:
    #   query: climate
    #   location: London
    #   country: us
    #   language: en
    #   topic: TECHNOLOGY
    #   domain: news.example # taken from an article by default
    # Proves that revocation takes effect immediately. keyEnv names the variable with a valid key that may be
    # revoked; the command gets that key in REVOKE_KEY and must exit with 0 when it is revoked. It runs in
    # the folder of this file, after everything else: see docs/revocation.md of the package.
    # revoke:
    #   keyEnv: AGGREGATOR_REVOCABLE_KEY
    #   command: ./revoke-key.sh
    #   environment: [CONSOLE_TOKEN] # besides the key, the only secrets that the command gets
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

/** One name for each version, as an example; legacy versions spell names differently. */
function pageSizeByVersion(): string {
  return loadCatalogue()
    .operations.filter((one) => one.surface === "aggregator" && one.endpoint === "/search")
    .map((one) => `"${one.version}": ${hasMetadata(one) ? "per_page" : "pageSize"}`)
    .join(", ");
}

const aboutParameters =
  (): string => `    # The server's names of parameters whose names the specification does not show. Names that its
    # description contains can be omitted. Enter only names that you know: with a wrong name, the server
    # appears to ignore the parameter. Checks that need an unknown name are skipped, and the run is
    # incomplete; null means that the server has no such parameter. A name may differ by version:
    #   pageSize: { ${pageSizeByVersion()} }
`;

/** @param described null if no description of this surface was named */
function surfaceLines(surface: Surface, described: DescribedTarget | null): string {
  const openapi =
    described === null
      ? "    # The server's OpenAPI description (a file or a URL), for parameter names that are not set here. Without\n" +
        "    # it, the suite looks for one below the base URL; null turns this off.\n" +
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
 * The known names; the others are comments, since a wrong name would make the server fail. An object that
 * contains only comments is a comment itself, so each line can be used by deleting its `#`.
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

/** A text of any origin as a YAML scalar. */
function scalar(text: string): string {
  const isPlain = /^[A-Za-z_][\w.-]*$|^https?:\/\/[\w./:%~-]+$/.test(text);
  const isWord = /^(true|false|yes|no|on|off|null|y|n)$/i.test(text);
  return isPlain && !isWord ? text : JSON.stringify(text);
}

/** The surfaces in a file to start from: those with a description if there is any, or else both. */
export function templateSurfaces(described: DescribedTargets): readonly Surface[] {
  const named = surfaces.filter((surface) => described[surface] !== undefined);
  return named.length === 0 ? surfaces : named;
}

/** The roles of a surface whose names are not known, by group: `publishers.{limit, sort}`. */
export function unknownRoles(
  surface: Surface,
  described: DescribedTarget | undefined,
): readonly string[] {
  const isFound = (group: string, role: string) =>
    described?.roles.some((one) => one.group === group && one.role === role) === true;
  return [...rolesOf(surface)].flatMap(([group, roles]) => {
    const unknown = [...roles.keys()].filter((role) => !isFound(group, role));
    if (unknown.length === 0) return [];
    return [`${group}.${unknown.length === 1 ? unknown[0] : `{${unknown.join(", ")}}`}`];
  });
}

function yamlTemplate(described: DescribedTargets, schemaPath: string): string {
  const written = templateSurfaces(described);
  return `# yaml-language-server: $schema=${schemaPath}
#
# What news-conformance tests and how. Every member is optional. This file never contains keys: they are set in
# the environment variables AGGREGATOR_API_KEY and NEWS_API_KEY. With AGGREGATOR_REVOKED_KEY and
# NEWS_REVOKED_KEY, the suite checks that revoked keys are refused.

surfaces:
  # A surface without a base URL is not tested if the other one has a base URL.
${written.map((surface) => surfaceLines(surface, described[surface] ?? null)).join("")}
network:
  concurrency: 8 # maximum number of concurrent requests
  # rate: 50             # requests per second; no limit by default
  timeoutMs: 10000
  retries: 2 # after 429, 502, 503 and 504, and after a connection that is lost before a response
  # Sent with every request, for example for a gateway in front of staging; \${NAME} comes from the environment.
  # headers:
  #   x-staging-gate: \${STAGING_GATE}

# Generated requests of a careless client: the same seed generates the same requests.
robustness:
  seed: 1
  runs: 1 # generated inputs per check and cell

failOn: must # or should: then a warning also fails the run

# Known failures. They do not fail the run until their date has passed. A waiver that is no longer needed fails
# the run, so that the list stays current.
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
 * A configuration file to start from. JSON has no comments, so it contains only the members.
 * @param described the surfaces with a description; if there are any, only these are written
 * @param folder the folder of the file
 */
export function configurationTemplate(
  format: "yaml" | "json",
  described: DescribedTargets = {},
  folder = process.cwd(),
): string {
  const schemaPath = schemaPathFrom(folder);
  const yaml = yamlTemplate(described, schemaPath);
  if (format === "yaml") return yaml;
  const members = parseYaml(yaml);
  return `${JSON.stringify({ $schema: schemaPath, ...Object(members) }, null, 2)}\n`;
}
