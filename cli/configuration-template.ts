import { parseYaml } from "../contracts/yaml.ts";

/** Where an installed package has the schema, as seen from the project that installed it. */
const schemaPath = "./node_modules/news-conformance/dist/harness/configuration/schema.json";

const yamlTemplate = `# yaml-language-server: $schema=${schemaPath}
#
# What news-conformance tests and how. Every member is optional. Keys never stand here: they come from
# the environment, as AGGREGATOR_API_KEY and NEWS_API_KEY; AGGREGATOR_REVOKED_KEY and NEWS_REVOKED_KEY
# let the suite prove that revoked keys are refused.

surfaces:
  # A surface without a base URL is not tested when the other one has one.
  aggregator:
    baseUrl: https://staging.example/headlines
    # What this server calls the parameters whose names the specification does not show. Checks whose
    # name is missing are skipped, and the run is incomplete; null says that there is none. A name may
    # differ by version:
    #   pageSize: { "2026-05-25": per_page, "2024-01-01": pageSize, "2022-01-01": pageSize }
    parameters:
      search:
        domain: domain # the publisher's domain
        from: from # the first date of publication, YYYY-MM-DD
        to: to # the last one
        page: page # the number of the page
        pageSize: page_size # the number of items in a page
      topics:
        topic: topic_id
        subtopic: subtopic_id
    # Values that this server answers with several items. These are the defaults.
    samples:
      query: climate
      location: London
      country: us
      language: en
      topic: TECHNOLOGY
      # domain: news.example   # else taken from an article
    # Proves that revocation is immediate. keyEnv names the variable that holds a live key which may be
    # spent; the command finds that key in REVOKE_KEY and has to exit with 0 once it is revoked.
    # revoke:
    #   keyEnv: AGGREGATOR_REVOCABLE_KEY
    #   command: ./revoke-key.sh
  news:
    baseUrl: https://staging.example/news
    parameters:
      publishers:
        query: query # the search text
        category: category
        country: country
        language: language
        limit: limit # the number of results, 1 to 100
        sort: sort
    samples:
      query: climate
      country: us
      language: en
    # revoke:
    #   keyEnv: NEWS_REVOCABLE_KEY
    #   command: ./revoke-key.sh

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

/** A configuration file to start from. JSON has no comments, so it holds the members alone. */
export function configurationTemplate(format: "yaml" | "json"): string {
  if (format === "yaml") return yamlTemplate;
  const members = parseYaml(yamlTemplate);
  return `${JSON.stringify({ $schema: schemaPath, ...Object(members) }, null, 2)}\n`;
}
