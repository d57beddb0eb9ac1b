import {
  isObject,
  type JsonObject,
  listAt,
  objectAt,
  pointerToken,
  textAt,
  textsAt,
  valueAt,
} from "../contracts/json.ts";
import { parseUrl } from "../contracts/parse-url.ts";
import type { SchemaPlace } from "../contracts/shape.ts";
import { withoutTrailingSlashes } from "../contracts/without-trailing-slashes.ts";
import { withJsonSchemas } from "./json-schema.ts";
import { pointerIn } from "./pointer-in.ts";

/** A described parameter of an operation. */
export interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  /** Empty where there is none. */
  readonly description: string;
  readonly schema: JsonObject;
  /** The schema as it is described; null if there is none, or it is not about the text in the URL itself. */
  readonly place: SchemaPlace | null;
  /** JSON pointer into the description. */
  readonly pointer: string;
}

/** What is described for a status, a range such as `4XX`, or `default`. */
export interface DescribedResponse {
  readonly pointer: string;
  /** Media types; empty if none is described. */
  readonly media: readonly string[];
}

/** One alternative of an operation's security, with the names of its schemes. */
export interface DescribedSecurity {
  readonly ways: readonly (readonly { readonly name: string; readonly scheme: JsonObject }[])[];
  readonly pointer: string;
}

/** The GET operation of one path. */
export interface DescribedOperation {
  readonly parameters: readonly DescribedParameter[];
  /** JSON pointer of the parameters. */
  readonly parametersPointer: string;
  readonly security: DescribedSecurity;
  /** By status, range or `DEFAULT`, in upper case. */
  readonly responses: ReadonlyMap<string, DescribedResponse>;
  /** JSON pointer of the responses. */
  readonly responsesPointer: string;
  /** The schema of the JSON body for a status; null if none is described. */
  response(status: number): { readonly place: SchemaPlace; readonly pointer: string } | null;
}

/** One path of the description. */
export interface DescribedPath {
  readonly pointer: string;
  /** In lower case. */
  readonly methods: readonly string[];
  /** null if GET is not described. */
  readonly get: DescribedOperation | null;
}

/** A description with lookup functions. */
export interface DescribedSurface {
  /** Such as `3.1.0`, or `2.0`. */
  readonly openapi: string;
  /** `info.version`; empty if there is none. */
  readonly version: string;
  /** As JSON Schemas; see `withJsonSchemas`. */
  readonly document: JsonObject;
  /**
   * null if it has no such path.
   * @param basePath path of the base URL, with which the described paths may begin
   */
  path(endpoint: string, basePath: string): DescribedPath | null;
  readonly servers: readonly string[];
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

const read = new WeakMap<JsonObject, DescribedSurface>();

/** @param document from `readDocument` */
export function describedSurface(document: JsonObject): DescribedSurface {
  const known = read.get(document) ?? openDocument(document);
  read.set(document, known);
  return known;
}

function openDocument(written: JsonObject): DescribedSurface {
  const document = withJsonSchemas(written);
  const paths = objectAt(document, "paths");
  const servers = listAt(document, "servers").flatMap((server) =>
    isObject(server) ? [textAt(server, "url") ?? ""] : [],
  );
  const own = textAt(document, "basePath");
  const prefixes = own === null ? servers.map(pathOf) : [own];
  const known = new Map<string, DescribedPath>();
  return {
    openapi: textAt(document, "openapi") ?? textAt(document, "swagger") ?? "",
    version: textAt(objectAt(document, "info"), "version") ?? "",
    document,
    servers,
    path(endpoint, basePath) {
      // The part of the base path that is not in a server's URL may be in the paths.
      const rests = prefixes.map((prefix) => without(basePath, prefix));
      const names = ["", basePath, ...rests].map((prefix) => prefix + endpoint);
      const name = names.find((one) => isObject(paths[one]));
      if (name === undefined) return null;
      const path = known.get(name) ?? describedPath(document, name);
      known.set(name, path);
      return path;
    },
  };
}

function pathOf(url: string): string {
  return parseUrl(url, "http://any.example")?.pathname ?? "";
}

function without(basePath: string, prefix: string): string {
  const start = withoutTrailingSlashes(prefix);
  return basePath.startsWith(start) ? basePath.slice(start.length) : basePath;
}

function describedPath(document: JsonObject, name: string): DescribedPath {
  const pointer = `/paths${pointerToken(name)}`;
  const item = resolved(document, pointer);
  const { value } = item;
  return {
    pointer: item.pointer,
    methods: methods.filter((method) => isObject(value[method])),
    get: isObject(value.get) ? describedOperation(document, item.pointer, value, value.get) : null,
  };
}

function describedOperation(
  document: JsonObject,
  pathPointer: string,
  item: JsonObject,
  get: JsonObject,
): DescribedOperation {
  const pointer = `${pathPointer}/get`;
  const shared = parametersAt(document, item, pathPointer);
  const own = parametersAt(document, get, pointer);
  const isOverridden = ({ name, in: place }: DescribedParameter) =>
    own.some((one) => one.name === name && one.in === place);
  return {
    parameters: [...shared.filter((one) => !isOverridden(one)), ...own],
    parametersPointer:
      own.length > 0 || shared.length === 0 ? `${pointer}/parameters` : `${pathPointer}/parameters`,
    security: securityOf(document, get, pointer),
    responses: responsesOf(document, get, pointer),
    responsesPointer: `${pointer}/responses`,
    response: (status) => responseOf(document, pointer, status),
  };
}

function parametersAt(
  document: JsonObject,
  holder: JsonObject,
  pointer: string,
): readonly DescribedParameter[] {
  return listAt(holder, "parameters").flatMap((_, index) => {
    const found = resolved(document, `${pointer}/parameters/${index}`);
    const { value } = found;
    const name = textAt(value, "name");
    const place = textAt(value, "in");
    if (name === null || place === null || place === "body") return [];
    const parameter = {
      name,
      in: place,
      required: value.required === true,
      description: textAt(value, "description") ?? "",
      schema: parameterSchema(document, value, found.pointer),
      place: parameterPlace(document, value, found.pointer),
      pointer: found.pointer,
    };
    return [parameter];
  });
}

function parameterPlace(
  document: JsonObject,
  parameter: JsonObject,
  pointer: string,
): SchemaPlace | null {
  if ("content" in parameter || parameter.style === "deepObject") return null;
  if ("schema" in parameter) return schemaPlace(document, `${pointer}/schema`);
  if (!("swagger" in document)) return null;
  // Its own schema, except for a flag that has another meaning there.
  const { required: _, ...schema } = parameter;
  return { ...schemaPlace(document, pointer), schema };
}

/** Before OpenAPI 3 a parameter was its own schema; since then it may be inside a media type. */
function parameterSchema(document: JsonObject, parameter: JsonObject, pointer: string): JsonObject {
  if (isObject(parameter.schema)) return plainSchema(document, `${pointer}/schema`);
  const [media] = Object.keys(objectAt(parameter, "content"));
  if (media === undefined) return parameter;
  return plainSchema(document, `${pointer}/content${pointerToken(media)}/schema`);
}

/**
 * The schema of a parameter without the wrappers of generators: a reference, a list with one schema, and
 * null as the alternative of an optional value.
 */
function plainSchema(document: JsonObject, pointer: string, depth = 0): JsonObject {
  const found = resolved(document, pointer);
  const { allOf, anyOf, oneOf, ...own } = found.value;
  const isNull = (form: unknown) => isObject(form) && form.type === "null";
  for (const [name, forms] of Object.entries({ allOf, anyOf, oneOf })) {
    if (!Array.isArray(forms) || depth > 5) continue;
    const index = forms.findIndex((form) => !isNull(form));
    if (index < 0 || forms.filter((form) => !isNull(form)).length > 1) continue;
    const inner = plainSchema(document, `${found.pointer}/${name}/${index}`, depth + 1);
    return { ...inner, ...own };
  }
  return found.value;
}

function securityOf(document: JsonObject, get: JsonObject, pointer: string): DescribedSecurity {
  const isOwn = Array.isArray(get.security);
  const written = listAt(isOwn ? get : document, "security").filter(isObject);
  const schemes = "swagger" in document ? "/securityDefinitions" : "/components/securitySchemes";
  return {
    ways: written.map((way) =>
      Object.keys(way).map((name) => ({
        name,
        scheme: resolved(document, schemes + pointerToken(name)).value,
      })),
    ),
    pointer: isOwn ? `${pointer}/security` : "/security",
  };
}

function responsesOf(
  document: JsonObject,
  get: JsonObject,
  pointer: string,
): ReadonlyMap<string, DescribedResponse> {
  const produced = Array.isArray(get.produces) ? get : document;
  return new Map(
    Object.keys(objectAt(get, "responses")).map((name) => {
      const found = resolved(document, `${pointer}/responses${pointerToken(name)}`);
      // Before OpenAPI 3, the media types were those of the operation or the document.
      const media =
        "swagger" in document
          ? textsAt(produced, "produces")
          : Object.keys(objectAt(found.value, "content"));
      return [name.toUpperCase(), { pointer: found.pointer, media }];
    }),
  );
}

function responseOf(document: JsonObject, pointer: string, status: number) {
  const responses = `${pointer}/responses`;
  const described = objectAt(valueAtObject(document, pointer), "responses");
  const name = [String(status), `${Math.trunc(status / 100)}XX`, "default"].find(
    (one) => one in described,
  );
  if (name === undefined) return null;
  const response = resolved(document, responses + pointerToken(name));
  const schemaPointer = schemaPointerOf(response.value);
  if (schemaPointer === null) return null;
  const at = response.pointer + schemaPointer;
  return { place: schemaPlace(document, at), pointer: at };
}

function schemaPointerOf(response: JsonObject): string | null {
  if ("schema" in response) return "/schema";
  const content = objectAt(response, "content");
  const media = Object.keys(content).find((name) =>
    /^(application\/(.*\+)?json|\*\/\*|application\/\*)/i.test(name),
  );
  if (media === undefined || !("schema" in objectAt(content, media))) return null;
  return `/content${pointerToken(media)}/schema`;
}

/** A schema of the document that can resolve its references. */
export function schemaPlace(document: JsonObject, pointer: string): SchemaPlace {
  return {
    schema: valueAt(document, pointer),
    follow: (ref) => (ref.startsWith("#") ? schemaPlace(document, pointerIn(ref)) : null),
  };
}

/** The object at a place, or the one that it refers to; an empty object if there is none. */
function resolved(
  document: JsonObject,
  pointer: string,
): { readonly value: JsonObject; readonly pointer: string } {
  let at = pointer;
  for (let steps = 0; steps < 20; steps += 1) {
    const value = valueAtObject(document, at);
    const ref = textAt(value, "$ref");
    if (ref === null || !ref.startsWith("#")) return { value, pointer: at };
    at = pointerIn(ref);
  }
  return { value: {}, pointer };
}

function valueAtObject(document: JsonObject, pointer: string): JsonObject {
  const value = valueAt(document, pointer);
  return isObject(value) ? value : {};
}
