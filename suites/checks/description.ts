import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue } from "../../contracts/describe-value.ts";
import { isObject, objectAt, textOfValue } from "../../contracts/json.ts";
import { lacksParameter } from "../../contracts/removed-parameters.ts";
import { shapeOf } from "../../contracts/shape.ts";
import { describedEndpoints } from "../../description/described-endpoints.ts";
import {
  type DescribedOperation,
  type DescribedParameter,
  type DescribedSurface,
  schemaPlace,
} from "../../description/operations.ts";
import { describedPath, notDescribed } from "../matchers/described-path.ts";
import { type CellFilter, cells, only, union, type Where } from "../model/cells.ts";
import {
  type Check,
  type CheckContext,
  type DescriptionCheck,
  eachAnswer,
  type Found,
  type Judgement,
  type NotOwed,
  notOwed,
  ownDescription,
  skip,
} from "../model/check.ts";
import { parameterName, skipForRole } from "../model/parameter-names.ts";
import {
  expectAgreeingSchemas,
  expectDescribedAnswer,
  requestsToCompare,
} from "./description-answers.ts";
import { describedExchangeChecks } from "./description-exchanges.ts";

/** The cells of the surfaces that have a description; a surface without one need not be described. */
function described(where: Where): Where {
  return only(where, ({ cell, target }) => target.description(cell.surface) !== null);
}

/** A surface's description does not depend on the version or the key of a request. */
function descriptionCheck(
  requirement: string,
  filter: CellFilter,
  expect: DescriptionCheck["expect"],
): DescriptionCheck {
  return ownDescription(requirement, {
    where: described(cells({ ...filter, default: "only" }, "none")),
    expect,
  });
}

function expectValid({ openapi }: DescribedSurface, { cell, target }: CheckContext): Judgement {
  const violations = target.description(cell.surface)?.violations ?? [];
  const [first] = violations;
  if (first?.message.startsWith("Unsupported OpenAPI version") && /^3\.\d+\.\d+$/.test(openapi)) {
    skip(`the validator does not know OpenAPI ${openapi} yet`);
  }
  return violations.map(({ path, message }) => ({
    path,
    expected: "a valid OpenAPI document",
    actual: message,
  }));
}

/** Judges the operation of a cell; there is nothing to judge if it is not described. */
function ofOperation(
  requirement: string,
  filter: CellFilter,
  expect: (
    operation: DescribedOperation,
    context: CheckContext,
    surface: DescribedSurface,
  ) => Judgement,
): DescriptionCheck {
  return descriptionCheck(requirement, filter, (surface, context) => {
    const get = describedPath(context)?.get ?? null;
    return get === null ? notDescribed : expect(get, context, surface);
  });
}

function isBearer(scheme: unknown): boolean {
  return (
    isObject(scheme) &&
    scheme.type === "http" &&
    textOfValue(scheme.scheme).toLowerCase() === "bearer"
  );
}

/**
 * Why the security schemes of a discovered description are not judged: it may come from a gateway or be
 * generated from code, and may not be meant to say how a key is sent. null if they are judged.
 */
function whyNotJudged(surface: DescribedSurface, context: CheckContext): string | null {
  const { openapi, document } = surface;
  const { cell, target, contracts } = context;
  if (!target.isFound(cell.surface)) return null;
  const found = "the description was found, not configured, and";
  if (openapi.startsWith("2.")) return `${found} OpenAPI 2.0 can't describe bearer authentication`;
  const schemes = Object.values(objectAt(objectAt(document, "components"), "securitySchemes"));
  if (schemes.length === 0) return `${found} has no security schemes at all`;
  if (schemes.some(isBearer)) return `${found} has bearer among its security schemes`;
  const basePath = target.basePath(cell.surface);
  const described = describedEndpoints(surface, cell.surface, basePath, contracts.operations);
  const all = contracts.operations.filter((one) => one.surface === cell.surface && one.protected);
  return described.length < new Set(all.map(({ endpoint }) => endpoint)).size
    ? `${found} describes only some of the operations`
    : null;
}

function expectSecurityScheme(
  { security }: DescribedOperation,
  context: CheckContext,
  surface: DescribedSurface,
): Judgement {
  if (security.ways.some((way) => way.some(({ scheme }) => isBearer(scheme)))) return [];
  const reason = whyNotJudged(surface, context);
  if (reason !== null) return notOwed(reason);
  const named = security.ways.flatMap((way) =>
    way.map(({ name, scheme }) => `${name} (${schemeWords(scheme)})`),
  );
  return [
    {
      path: security.pointer,
      expected: "a security scheme of type http with scheme bearer",
      actual: named.join(", ") || "none",
    },
  ];
}

function schemeWords({ type, scheme, name }: Readonly<Record<string, unknown>>): string {
  const words = [type, scheme, name].filter((word) => typeof word === "string");
  return words.join(" ") || "not defined";
}

function expectPublicPing({ security }: DescribedOperation): Judgement {
  const { ways, pointer } = security;
  if (ways.length === 0 || ways.some((way) => way.length === 0)) return [];
  const names = ways.map((way) => way.map(({ name }) => name).join(" and "));
  return [{ path: pointer, expected: "no security requirement", actual: names.join(" or ") }];
}

const otherMethods = new Set(["post", "put", "patch", "delete", "trace"]);

function versionHeader({ parameters, parametersPointer }: DescribedOperation) {
  const header = parameters.find(
    (one) => one.in === "header" && one.name.toLowerCase() === "api-version",
  );
  return { header, parametersPointer };
}

function absent(path: string, what: string): readonly Found[] {
  return [{ path, expected: what, actual: "absent" }];
}

function inQuery({ parameters }: DescribedOperation, name: string): DescribedParameter | undefined {
  return parameters.find((one) => one.in === "query" && one.name === name);
}

/** The versions of the article search are not stated. */
function namesVersions({ availability }: Operation): boolean {
  return availability === "stated";
}

function expectListedVersions(
  operation: DescribedOperation,
  context: CheckContext,
  surface: DescribedSurface,
): Judgement {
  const { header } = versionHeader(operation);
  if (header === undefined) return noHeader;
  const { cell, contracts } = context;
  const own = contracts.operations.filter(
    (one) => one.surface === cell.surface && one.endpoint === cell.endpoint,
  );
  const stated = own.flatMap((one) => (one.availability === "stated" ? [one.version] : []));
  const allowed = own.map(({ version }) => version);
  const { schema, pointer } = header;
  const { values } = shapeOf({
    schema,
    follow: (ref) => schemaPlace(surface.document, ref.slice(1)),
  });
  const missing = stated.filter((version) => values?.includes(version) !== true);
  const foreign = (values ?? []).filter((value) => !allowed.some((one) => one === value));
  const latest = contracts.defaultOf(cell.surface, cell.endpoint);
  return [
    ...(missing.length + foreign.length === 0
      ? []
      : [
          {
            path: pointer,
            expected: `an enumeration of ${stated.join(", ")}`,
            actual: values === null ? "no enumeration" : values.map(String).join(", "),
          },
        ]),
    ...(schema.default === latest
      ? []
      : [
          {
            path: pointer,
            expected: `the default ${latest}`,
            actual: schema.default === undefined ? "no default" : describeValue(schema.default),
          },
        ]),
  ];
}

const noHeader: NotOwed = notOwed("no api-version is described: see description.version-header");

function expectDefaults(operation: DescribedOperation, context: CheckContext): Judgement {
  return Object.entries({ country: "US", language: "en" }).flatMap(([name, wanted]) => {
    if (lacksParameter(context.contracts, context.cell, name)) return [];
    const parameter = inQuery(operation, name);
    if (parameter === undefined) {
      return absent(operation.parametersPointer, `the query parameter ${name}`);
    }
    const { schema, required, pointer } = parameter;
    const given = schema.default;
    const findings: Found[] = [];
    if (required) findings.push({ path: pointer, expected: "optional", actual: "required" });
    if (typeof given !== "string" || given.toLowerCase() !== wanted.toLowerCase()) {
      const actual = given === undefined ? "no default" : describeValue(given);
      findings.push({ path: pointer, expected: `the default ${wanted}`, actual });
    }
    return findings;
  });
}

/** The described parameter of a role of publisher search; findings where it is not described. */
function publisherParameter(
  operation: DescribedOperation,
  context: CheckContext,
  name: string,
  what: string,
): DescribedParameter | readonly Found[] {
  const { cell, target } = context;
  const known = parameterName(context, "publishers", name);
  const place = [cell.surface, "publishers", name, cell.version] as const;
  if (known === null && (target.isRemoved(...place) || target.isConfiguredAbsent(...place))) {
    skipForRole(context, "publishers", name);
  }
  const parameter = known === null ? undefined : inQuery(operation, known);
  if (parameter !== undefined) return parameter;
  const shown = known === null ? "" : ` ${known}`;
  return absent(operation.parametersPointer, `the query parameter${shown}, ${what}`);
}

function expectResultCountBounds(operation: DescribedOperation, context: CheckContext): Judgement {
  const expected = "an integer from 1 to 100";
  const parameter = publisherParameter(operation, context, "limit", expected);
  if (!("schema" in parameter)) return parameter;
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = parameter.schema;
  const isInteger = [type].flat().includes("integer");
  const least = minimum ?? (typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : null);
  const most = maximum ?? (typeof exclusiveMaximum === "number" ? exclusiveMaximum - 1 : null);
  if (isInteger && least === 1 && most === 100) {
    const { default: given } = parameter.schema;
    if (typeof given !== "number" || (given >= 1 && given <= 100)) return [];
    return [
      { path: parameter.pointer, expected: "a default from 1 to 100", actual: String(given) },
    ];
  }
  const actual = `${[type].flat().join(" or ") || "anything"} from ${least ?? "anything"} to ${most ?? "anything"}`;
  return [{ path: parameter.pointer, expected, actual }];
}

function expectQueryMinLength(operation: DescribedOperation, context: CheckContext): Judgement {
  const parameter = publisherParameter(operation, context, "query", "of at least 1 character");
  if (!("schema" in parameter)) return parameter;
  const { minLength } = parameter.schema;
  if (minLength === 1) return [];
  const actual = minLength === undefined ? "no minLength" : describeValue(minLength);
  return [{ path: parameter.pointer, expected: "minLength 1", actual }];
}

const location = { endpoints: ["/geolocation"] } as const;
const publishers = { endpoints: ["/search/publishers"] } as const;

export const descriptionChecks: readonly Check[] = [
  // Findings about the whole document are reported at ping, which every surface has.
  // should · Authentication, item 5
  // The machine-readable description of a surface is a valid OpenAPI document.
  descriptionCheck("description.valid", { protected: false }, expectValid),
  // must · Authentication, item 5; Authentication, item 1
  // In the machine-readable description, the security scheme of every operation except ping is HTTP
  // bearer.
  ofOperation("description.security-scheme", { protected: true }, expectSecurityScheme),
  // should · Authentication, item 1; What the service does, item 3
  // The description lists ping without a security requirement.
  ofOperation("description.ping-public", { protected: false }, expectPublicPing),
  // should · Introduction, "The aggregator surface"; Introduction, "The news surface"
  // The description lists every operation of its surface.
  descriptionCheck("description.paths-listed", {}, (_surface, context) =>
    describedPath(context)?.get
      ? []
      : absent("/paths", `GET ${context.cell.endpoint}, as written or below the path of a server`),
  ),
  // should · Endpoints, "All endpoints are GET"; Introduction, "All operations are GET"
  // The description lists only GET operations for the paths of its surface.
  descriptionCheck("description.get-only", {}, (_surface, context) => {
    const path = describedPath(context);
    if (path === null) return notDescribed;
    return path.methods
      .filter((method) => otherMethods.has(method))
      .map((method) => ({
        path: `${path.pointer}/${method}`,
        expected: "no such operation",
        actual: method.toUpperCase(),
      }));
  }),
  // should · Endpoints, "All accept the optional header"
  // Every operation is described with the optional header api-version.
  ofOperation("description.version-header", {}, (operation) => {
    const { header, parametersPointer } = versionHeader(operation);
    if (header === undefined) return absent(parametersPointer, "the header api-version");
    if (!header.required) return [];
    return [{ path: header.pointer, expected: "optional", actual: "required" }];
  }),
  // should · Versioning, first table; Versioning, "When omitted"
  // The described header api-version lists the allowed values of its operation, with the latest
  // version as the default.
  ofOperation("description.version-values", { operation: namesVersions }, expectListedVersions),
  // should · Aggregator GET /geolocation, row "location"
  // The location parameter of /geolocation is described as required.
  ofOperation("description.location-required", location, (operation) => {
    const parameter = inQuery(operation, "location");
    if (parameter === undefined) {
      return absent(operation.parametersPointer, "the query parameter location");
    }
    if (parameter.required) return [];
    return [{ path: parameter.pointer, expected: "required", actual: "optional" }];
  }),
  // should · Aggregator GET /geolocation, rows "country", "language"
  // The described defaults of /geolocation are US for country and en for language.
  ofOperation("description.geolocation-defaults", location, expectDefaults),
  // should · Limits, row "Number of results"; News GET /search/publishers, row "number of results"
  // The number of results of publisher search is described as an integer from 1 to 100.
  ofOperation("description.result-count-bounds", publishers, expectResultCountBounds),
  // should · Limits, row "Search query length"; News GET /search/publishers, row "search query
  // string"
  // The search query of publisher search is described with a minimum length of one character.
  ofOperation("description.query-min-length", publishers, expectQueryMinLength),
  // should · What the service does, item 5; Endpoints, every "Success 200"
  // No described response contradicts the specification.
  descriptionCheck("description.schemas-agree", {}, expectAgreeingSchemas),
  // should · What the service does, item 5; Endpoints, every "Success 200"
  // Responses match the server's own description.
  eachAnswer("description.answers-match", {
    where: described(
      union(cells({ protected: true }, "rotated"), cells({ protected: false }, "none")),
    ),
    send: requestsToCompare,
    expect: expectDescribedAnswer,
  }),
  ...describedExchangeChecks,
];
