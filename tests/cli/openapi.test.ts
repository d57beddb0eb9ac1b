import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isObject, type JsonObject, listAt, valueAt } from "../../contracts/json.ts";
import { referenceParameters } from "../../reference/description/reference-configuration.ts";
import { command, inFolder } from "./command.ts";

interface FileSurface {
  readonly baseUrl?: string;
  readonly parameters?: object;
}

/** What `openapi --config` prints for a configuration. */
async function filledIn(
  surface: "aggregator" | "news",
  version: string,
  configured: FileSurface,
): Promise<JsonObject> {
  return inFolder(async (cwd) => {
    const configuration = { surfaces: { [surface]: configured } };
    writeFileSync(join(cwd, "mine.json"), JSON.stringify(configuration));
    const words = ["openapi", surface, version, "--config", "mine.json"];
    const { code, stdout, stderr } = await command(words, { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return JSON.parse(stdout);
  });
}

function queryParameters(document: JsonObject, endpoint: string): readonly JsonObject[] {
  const get = valueAt(document, `/paths/${endpoint.replaceAll("/", "~1")}/get`);
  return (isObject(get) ? listAt(get, "parameters") : [])
    .filter(isObject)
    .filter((one) => one.in === "query");
}

const names = (document: JsonObject, endpoint: string) =>
  queryParameters(document, endpoint).map(({ name }) => name);

describe("openapi --config", () => {
  test("adds the parameters that the specification does not name, with their schemas", async () => {
    const parameters = referenceParameters.news;
    const document = await filledIn("news", "2026-08-01", { parameters });
    expect(queryParameters(document, "/search/publishers")).toEqual([
      parameter("query", { type: "string", minLength: 1 }),
      parameter("category", { type: "string" }),
      parameter("country", { type: "string" }),
      parameter("language", { type: "string" }),
      parameter("limit", { type: "integer", minimum: 1, maximum: 100 }),
      parameter("sort", { type: "string" }),
    ]);
    expect(JSON.stringify(document)).not.toContain("does not show the names");
  });

  test("takes the name of the document's version", async () => {
    const parameters = referenceParameters.aggregator;
    const latest = await filledIn("aggregator", "latest", { parameters });
    const older = await filledIn("aggregator", "2024-01-01", { parameters });
    expect(names(latest, "/search")).toContain("hits_per_page");
    expect(names(latest, "/search")).not.toContain("pageSize");
    expect(names(older, "/search")).toContain("pageSize");
    expect(names(older, "/search")).not.toContain("hits_per_page");
  });

  test("adds no parameter that the server does not have, and says which names are unknown", async () => {
    const document = await filledIn("aggregator", "latest", {
      parameters: { search: { page: null, pageSize: { "2024-01-01": "size" }, domain: "site" } },
    });
    expect(names(document, "/search")).toEqual(["query", "country", "language", "site"]);
    const text = valueAt(document, "/paths/~1search/get/description");
    expect(text).toContain("- Only items published on or after this day.");
    expect(text).not.toContain("page");
  });

  test("has a name of several roles, or of a parameter that is there anyway, only once", async () => {
    const document = await filledIn("aggregator", "latest", {
      parameters: { topics: { topic: "id", subtopic: "id" }, search: { domain: "query" } },
    });
    expect(names(document, "/topics")).toEqual(["id"]);
    expect(names(document, "/search")).toEqual(["query", "country", "language"]);
  });

  test("gives the base URL as the server", async () => {
    const baseUrl = "https://staging.example/news/";
    const document = await filledIn("news", "2024-01-01", { baseUrl });
    expect(document.servers).toEqual([{ url: "https://staging.example/news" }]);
  });

  test("of another surface changes nothing but what it configures", async () => {
    await inFolder(async (cwd) => {
      writeFileSync(join(cwd, "mine.yaml"), "surfaces: { news: { baseUrl: https://a.example } }");
      const words = ["openapi", "aggregator", "latest"];
      const plain = await command(words, { cwd });
      expect(await command([...words, "--config", "mine.yaml"], { cwd })).toEqual(plain);
    });
  });

  test.each([
    ["there is no such file", null, "no such file"],
    [
      "a role is unknown",
      { surfaces: { news: { parameters: { publishers: { size: "n" } } } } },
      "size",
    ],
    [
      "a version is unknown",
      { surfaces: { news: { parameters: { publishers: { limit: { "2025-01-01": "n" } } } } } },
      "2025-01-01",
    ],
    [
      "the base URL is none",
      { surfaces: { news: { baseUrl: "staging" } } },
      "surfaces.news.baseUrl",
    ],
  ])("is refused where %s", async (_, content, reason) => {
    await inFolder(async (cwd) => {
      if (content !== null) writeFileSync(join(cwd, "mine.json"), JSON.stringify(content));
      const words = ["openapi", "news", "latest", "--config", "mine.json"];
      const { code, stdout, stderr } = await command(words, { cwd });
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(reason);
    });
  });
});

test("without a configuration the document says what it can't name", async () => {
  await inFolder(async (cwd) => {
    const { stdout } = await command(["openapi", "news", "latest"], { cwd });
    const text = valueAt(JSON.parse(stdout), "/paths/~1search~1publishers/get/description");
    expect(text).toContain("- Maximum number of publishers in the response.");
  });
});

const parameter = (name: string, schema: object) => ({
  name,
  in: "query",
  required: false,
  description: expect.any(String),
  schema,
});
