import { encodeComponent } from "../../contracts/encode-component.ts";
import { hasMetadata } from "../../contracts/generations.ts";
import { defaultVersion } from "../../contracts/vocabulary.ts";
import {
  noCredential,
  type RequestSpec,
  type SingleCredential,
} from "../../harness/requests/request-spec.ts";
import { type CheckContext, firstRequest, type RequestChoice, skip } from "../model/check.ts";
import { freeTextNames } from "../model/free-text.ts";
import { operationOf } from "../model/operation.ts";
import { needParameterName } from "../model/parameter-names.ts";
import { rowOf } from "../model/rotation.ts";
import {
  brokenEncoding,
  controlText,
  denseText,
  longText,
  oddVersion,
  sparseText,
  undefinedParameters,
  unknownPairs,
  unknownPath,
  wholeText,
  word,
  writtenText,
} from "./careless-texts.ts";
import { generatedFor } from "./generated-values.ts";
import { otherMethodBefore } from "./neighbouring-requests.ts";
import {
  keyed,
  ordinary,
  ordinaryOrPing,
  request,
  searchRequest,
  styleOf,
} from "./ordinary-requests.ts";

/** The generated requests to the endpoint of a cell, by kind. */
type Requests = (context: CheckContext) => readonly RequestChoice[];

/** The parameter that takes free text; null at endpoints without one. */
function textName(context: CheckContext): string | null {
  const { endpoint } = context.cell;
  if (endpoint === "/search/publishers") return needParameterName(context, "publishers", "query");
  return freeTextNames[endpoint] ?? null;
}

/** The parameter that takes free text; skips the check at endpoints without one. */
function needTextName(context: CheckContext): string {
  return textName(context) ?? skip("this endpoint takes no free text");
}

/** A search for this text, under the name that the version knows. */
function withText(context: CheckContext, text: string): RequestChoice {
  if (context.cell.endpoint === "/search") return searchRequest(context, text);
  return request(context, [[needTextName(context), text]]);
}

/** Words in every script. */
export const writtenTexts: Requests = (context) =>
  generatedFor(context, writtenText, "written text").map((text) => withText(context, text));

/**
 * Free text in every script. The versions with metadata are requested with and without the header. A
 * request with the header has only words, or a few fragments as a location, since a server may refuse the
 * dense text for one of its parts. The oldest version gets a text that consists of one odd thing.
 */
export const freeTexts: Requests = (context) => {
  const { cell, contracts, combines } = context;
  const isOldest = cell.version === contracts.versions(cell.surface).at(-1);
  if (isOldest && combines !== false)
    return generatedFor(context, wholeText, "whole text").map((text) => withText(context, text));
  const isNamed = cell.version !== defaultVersion && hasMetadata(operationOf(context));
  const dense = generatedFor(context, denseText, "dense text").map((text) =>
    withText(context, text),
  );
  const others =
    isNamed && cell.endpoint !== "/geolocation"
      ? writtenTexts(context)
      : generatedFor(context, sparseText, "sparse text").map((text) => withText(context, text));
  return dense.map((text, index) =>
    (index % 2 === 1) === isNamed ? text : (others[index] ?? text),
  );
};

/** At article search, which has few other requests, with parameters that it does not define. */
export const controlCharacters: Requests = (context) =>
  generatedFor(context, controlText, "control characters").map((text) => {
    const choice = withText(context, text);
    return context.cell.endpoint === "/search/articles" ? withMore(firstRequest(choice)) : choice;
  });

export const longTexts: Requests = (context) =>
  generatedFor(context, longText, "long text").map((text) => withText(context, text));

export const brokenEncodings: Requests = (context) => {
  const name = encodeComponent(needTextName(context));
  return generatedFor(context, brokenEncoding, "broken encoding").map((text) => ({
    ...request(context, []),
    rawQuery: `${name}=${text}`,
  }));
};

/** A request with parameters that no endpoint defines: `unknownParameters` alone are sent to few endpoints. */
function withMore(spec: RequestSpec): RequestSpec {
  return { ...spec, query: [...undefinedParameters, ...spec.query] };
}

export const unknownParameters: Requests = (context) => {
  const plain = firstRequest(ordinaryOrPing(context));
  return generatedFor(context, unknownPairs, "unknown parameters").map((pairs) => ({
    ...plain,
    query: [...plain.query, ...pairs],
    // As a form sends them.
    blanks: "plus",
  }));
};

export const repeatedParameters: Requests = (context) => {
  const name = needTextName(context);
  const [, usual] = firstRequest(ordinaryOrPing(context)).query[0] ?? [name, "news"];
  return generatedFor(context, word, "repeated parameters").map((text) =>
    request(context, [
      [name, usual],
      [name, text],
      [name, usual],
      [`${name}[]`, text],
    ]),
  );
};

/** One endpoint gets an empty value, whatever the seed. */
export const oddVersions: Requests = (context) =>
  generatedFor(context, oddVersion, "odd version").map((version, index) => ({
    ...firstRequest(ordinary(context)),
    version: index === 0 && rowOf(context.contracts, context.cell) === 0 ? "" : version,
  }));

const own = (form: "api-key" | "x-api-key" | "bearer"): SingleCredential => ({
  kind: "key",
  key: "own",
  form,
});
const never = (form: "api-key" | "bearer"): SingleCredential => ({
  kind: "key",
  key: "unknown",
  form,
});

/** Keys in several headers, with the same and with different values. */
const keyCombinations: readonly (readonly SingleCredential[])[] = [
  [own("api-key"), own("bearer")],
  [never("api-key"), own("bearer")],
  [own("x-api-key"), never("bearer")],
  [own("api-key"), own("x-api-key"), own("bearer")],
  [own("api-key"), { kind: "malformed", header: "authorization", value: "Basic Og==" }],
  [never("api-key"), own("x-api-key")],
  [{ kind: "malformed", header: "api-key", value: "" }, own("bearer")],
];

/** One more combination for each run; the first one differs from endpoint to endpoint. */
export const severalKeys: Requests = (context) => {
  const { runs } = context.target.robustness;
  const row = rowOf(context.contracts, context.cell);
  const plain = firstRequest(ordinaryOrPing(context));
  return keyCombinations.slice(0, runs).map((_, index) => {
    const of = keyCombinations[(row + index) % keyCombinations.length] ?? [];
    const spec = operationOf(context).parameters.length > 0 ? plain : withMore(plain);
    return { ...spec, credential: { kind: "several", of } };
  });
};

/** By turns with the surface's key and, from endpoint to endpoint, without a key. */
export const heads: Requests = (context) => {
  const plain = firstRequest(ordinaryOrPing(context));
  const credential = isHeadWithoutKey(context) ? noCredential : plain.credential;
  return [{ ...withMore(plain), method: "HEAD", credential }];
};

/** Whether HEAD is sent without a key at the endpoint of a cell. */
export function isHeadWithoutKey(context: CheckContext): boolean {
  return operationOf(context).protected && rowOf(context.contracts, context.cell) % 4 === 0;
}

/** By turns as a browser sends it before a script of another site reads something: without a key. */
export const optionsRequests: Requests = (context) => {
  const plain = firstRequest(ordinaryOrPing(context));
  const isPreflight = rowOf(context.contracts, context.cell) % 2 === 1;
  const furtherHeader = ["access-control-request-method", "GET"] as const;
  const preflight = isPreflight && { furtherHeader, credential: noCredential };
  return [{ ...plain, method: "OPTIONS", ...preflight }];
};

/**
 * POST wherever there is something to ask for, except that the first endpoint of each surface has PUT or PATCH; DELETE
 * at ping. At some endpoints POST has no key, since a server may look for keys in GET requests only.
 */
export const otherMethods: Requests = (context) => {
  const { contracts, cell } = context;
  const plain = firstRequest(ordinaryOrPing(context));
  if (!operationOf(context).protected) return [{ ...plain, method: "DELETE" }];
  const first = contracts.operations.find((one) => one.protected && one.surface === cell.surface);
  if (cell.endpoint !== first?.endpoint) return [otherMethodBefore(context) ?? post(context)];
  return [{ ...plain, method: cell.surface === "news" ? "PATCH" : "PUT" }];
};

/** POST with the surface's key or without any. */
export function post(context: CheckContext): RequestSpec {
  const plain = firstRequest(ordinaryOrPing(context));
  const credential = isPostWithoutKey(context) ? noCredential : plain.credential;
  return { ...plain, method: "POST", credential };
}

/** Whether POST is sent without a key at the endpoint of a cell. */
export function isPostWithoutKey({ cell, contracts }: CheckContext): boolean {
  return rowOf(contracts, cell) % 3 === 0;
}

/** With a valid key: without one the refusal would be about the key. */
export const unknownPaths: Requests = (context) =>
  generatedFor(context, unknownPath, "unknown path").map((endpoint) => ({
    ...request(context, [], keyed(styleOf(context))),
    endpoint,
  }));
