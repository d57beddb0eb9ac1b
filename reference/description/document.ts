import type { Surface } from "../../contracts/vocabulary.ts";
import { aggregatorEndpoints } from "../surfaces/aggregator.ts";
import type { Endpoint } from "../surfaces/endpoint.ts";
import { newsEndpoints } from "../surfaces/news.ts";
import { queryParameters } from "./parameters.ts";
import { aggregatorSchemas, newsSchemas } from "./schemas.ts";

/** The schemas of an endpoint's success bodies, the newest generation first. */
const successSchemas: Readonly<Record<Surface, Readonly<Record<string, readonly string[]>>>> = {
  aggregator: {
    "/search": ["Search", "Page2024", "List2022"],
    "/topics": ["Topics", "Page2024", "List2022"],
    "/geolocation": ["Location", "Page2024", "List2022"],
    "/ping": ["Ping"],
  },
  news: {
    "/search/articles": ["Articles", "Articles2024"],
    "/search/publishers": ["Publishers", "Publishers2024"],
    "/info/countries": ["Countries", "Countries2024"],
    "/info/topics": ["Topics", "Topics2024", "Topics2022"],
    "/ping": ["Ping"],
  },
};

function schemaOf(names: readonly string[]): object {
  const [first, ...rest] = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return rest.length === 0 ? { ...first } : { oneOf: [first, ...rest] };
}

function response(description: string, names: readonly string[]): object {
  return { description, content: { "application/json": { schema: schemaOf(names) } } };
}

/** Errors rules 1 and 2: `/geolocation` has the legacy envelope for 400 and 401 at every version. */
function errorResponses(path: string): object {
  const refused = path === "/geolocation" ? ["LegacyError"] : ["CurrentError", "LegacyError"];
  return {
    400: response("A parameter is wrong.", refused),
    401: response("The key is missing or not valid.", refused),
    default: response("Any other error.", ["CurrentError", "LegacyError"]),
  };
}

/** The words of a path, such as `SearchPublishers`. */
function capitalised(path: string): string {
  const words = path.split(/\W/).filter((word) => word !== "");
  return words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
}

/**
 * The description of a surface of this server, as an OpenAPI 3.1 document. It is independent of the
 * contracts, so that comparing the two is a real test.
 * @param baseUrl relative base URL of the paths
 */
export function describeSurface(
  surface: Surface,
  baseUrl: string,
): Readonly<Record<string, unknown>> {
  const endpoints = surface === "aggregator" ? aggregatorEndpoints : newsEndpoints;
  const operation = ({ path, versions, public: isPublic }: Endpoint) => ({
    operationId: `get${capitalised(path)}`,
    ...(isPublic ? { security: [] } : {}),
    parameters: [
      ...(queryParameters[path] ?? []),
      {
        name: "api-version",
        in: "header",
        required: false,
        description: "The version of the response; the latest if omitted.",
        schema: { type: "string", enum: versions, default: versions[0] },
      },
    ],
    responses: {
      200: response("A success.", successSchemas[surface][path] ?? []),
      ...(isPublic ? {} : errorResponses(path)),
    },
  });
  return {
    openapi: "3.1.0",
    info: { title: `Headlines and news: the ${surface} surface`, version: "1.0.0" },
    servers: [{ url: baseUrl === "" ? "/" : baseUrl }],
    security: [{ bearer: [] }, { apiKey: [] }, { xApiKey: [] }],
    paths: Object.fromEntries(
      endpoints.map((endpoint) => [endpoint.path, { get: operation(endpoint) }]),
    ),
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        apiKey: { type: "apiKey", in: "header", name: "api-key" },
        xApiKey: { type: "apiKey", in: "header", name: "x-api-key" },
      },
      schemas: surface === "aggregator" ? aggregatorSchemas : newsSchemas,
    },
  };
}
