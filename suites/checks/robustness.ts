import type { Catalogue } from "../../contracts/catalogue.ts";
import { hasMetadata } from "../../contracts/generations.ts";
import { type Cell, defaultVersion } from "../../contracts/vocabulary.ts";
import { expectJsonMediaType } from "../matchers/answer.ts";
import {
  expectKnownAnswer,
  expectKnownHead,
  expectKnownPreflight,
  expectWholeRefusal,
} from "../matchers/known-answer.ts";
import { expectNoInternalMessage, expectNoKey, expectNoTrace } from "../matchers/leaks.ts";
import { type CellFilter, cells, only, union, type Where } from "../model/cells.ts";
import {
  type CheckContext,
  type EachCheck,
  eachAnswer,
  Inconclusive,
  type RequestChoice,
} from "../model/check.ts";
import { operationOf } from "../model/operation.ts";
import { rowOf } from "../model/rotation.ts";
import type { Target } from "../model/target.ts";
import {
  brokenEncodings,
  controlCharacters,
  freeTexts,
  heads,
  longTexts,
  oddVersions,
  optionsRequests,
  otherMethods,
  repeatedParameters,
  severalKeys,
  unknownParameters,
  unknownPaths,
} from "../requests/careless-requests.ts";
import { ordinary, ordinaryOrPing } from "../requests/ordinary-requests.ts";
import {
  fewerParameters,
  shorterRawQuery,
  shorterText,
  shorterVersion,
} from "../requests/shorter-requests.ts";
import { unexpectedValues } from "../requests/unexpected-values.ts";

/** Endpoints with a parameter that takes free text. */
const texts = ["/search", "/geolocation", "/search/articles", "/search/publishers"];

/** One of each surface. */
const searches = ["/search", "/search/publishers"];

/** Endpoints with parameters that have a narrower domain than text. */
const narrow = ["/search", "/topics", "/geolocation", "/search/publishers"];

/** The cells of a filter, their auth style by rotation; ping has none. */
function cellsFor(filter: CellFilter): Where {
  return union(
    cells({ ...filter, protected: true }, "rotated"),
    cells({ ...filter, protected: false }, "none"),
  );
}

/** Each endpoint without the version header or, by rotation, with it, at each version with metadata. */
function withHeaderOrWithout(endpoints: readonly string[], salt: number): Where {
  const everywhere = cellsFor({ endpoints, availability: ["stated"] });
  return (target, contracts) =>
    everywhere(target, contracts)
      .filter(
        (cell) =>
          cell.version === defaultVersion || hasMetadata(operationOf({ cell, target, contracts })),
      )
      .filter((cell, _, all) => itsTurn(cell, all, contracts, salt));
}

function itsTurn(cell: Cell, all: readonly Cell[], contracts: Catalogue, salt: number): boolean {
  const isWithout = ({ version }: Cell) => version === defaultVersion;
  const same = all.filter((one) => one.endpoint === cell.endpoint && one.surface === cell.surface);
  if (same.every(isWithout)) return true;
  return isWithout(cell) === ((rowOf(contracts, cell) + salt) % 2 === 0);
}

const everyEndpoint = cellsFor({ default: "only" });

/** Every second endpoint: the HTTP library treats methods without an operation in the same way at all endpoints. */
function everyOther(parity: 0 | 1): Where {
  return only(everyEndpoint, ({ cell, contracts }) => {
    const row = rowOf(contracts, cell);
    // The first endpoint has both, since it stands for all where only one is tried.
    return row === 0 || row % 2 === parity;
  });
}

/** Generated requests, judged by whether a client can use the response. */
const careless: readonly EachCheck[] = [
  // must · Aggregator GET /search, row "query"; Aggregator GET /geolocation, row "location"; News
  // GET /search/articles, "Accepts a query parameter"; News GET /search/publishers, row "search
  // query string"; Current-version error envelope, table; Legacy error envelope, table
  // Any free text as search query or location, in any script and with any characters, returns the
  // success body of the version or an error in one of the two envelopes.
  eachAnswer("robustness.free-text", {
    generated: true,
    // The specification states no explicit versions of article search.
    where: cellsFor({ endpoints: texts, availability: ["stated"] }),
    control: ordinaryOrPing,
    send: freeTexts,
    shorter: shorterText(1),
    expect: expectKnownAnswer,
  }),
  // should · Current-version error envelope, table; Legacy error envelope, table
  // Control characters in a text, including NUL, are accepted, or refused with an error envelope.
  eachAnswer("robustness.control-characters", {
    generated: true,
    where: withHeaderOrWithout(texts, 0),
    control: ordinaryOrPing,
    send: controlCharacters,
    shorter: shorterText(1),
    expect: expectKnownAnswer,
  }),
  // should · Current-version error envelope, table; Legacy error envelope, table
  // A text of 1,500 characters, in a URL that gateways commonly accept, is accepted, or refused
  // with an error envelope.
  eachAnswer("robustness.long-text", {
    generated: true,
    where: withHeaderOrWithout(searches, 1),
    control: ordinaryOrPing,
    send: longTexts,
    shorter: shorterText(1),
    expect: expectKnownAnswer,
  }),
  // should · Current-version error envelope, table; Legacy error envelope, table
  // Percent-encoding that is truncated or not valid UTF-8 is accepted, or refused with an error
  // envelope.
  eachAnswer("robustness.broken-encoding", {
    generated: true,
    where: withHeaderOrWithout(["/search", "/geolocation", "/search/articles"], 0),
    control: ordinaryOrPing,
    send: brokenEncodings,
    shorter: shorterRawQuery,
    expect: expectKnownAnswer,
  }),
  // should · Aggregator GET /search, "Query parameters"; News GET /info/countries, "No query
  // parameters"; News GET /info/topics, "No query parameters"; Current-version error envelope,
  // table; Legacy error envelope, table
  // Parameters that an endpoint does not define are ignored, or refused with an error envelope.
  eachAnswer("robustness.unknown-parameters", {
    generated: true,
    where: withHeaderOrWithout(searches, 1),
    control: ordinaryOrPing,
    send: unknownParameters,
    shorter: fewerParameters(1),
    expect: expectKnownAnswer,
  }),
  // should · Current-version error envelope, table; Legacy error envelope, table
  // A parameter that is sent more than once is accepted, or refused with an error envelope.
  eachAnswer("robustness.repeated-parameters", {
    generated: true,
    where: withHeaderOrWithout(searches, 1),
    control: ordinaryOrPing,
    send: repeatedParameters,
    shorter: fewerParameters(2),
    expect: expectKnownAnswer,
  }),
  // should · Current-version error envelope, table; Legacy error envelope, table
  // An empty value, a value of another type or a range of dates that ends before it begins is
  // accepted, or refused with an error envelope.
  eachAnswer("robustness.unexpected-values", {
    generated: true,
    where: cellsFor({ endpoints: narrow, availability: ["stated"] }),
    control: ordinaryOrPing,
    send: unexpectedValues,
    shorter: shorterText(0),
    expect: expectKnownAnswer,
  }),
  // should · Versioning, first table; Current-version error envelope, table; Legacy error envelope,
  // table
  // A value of api-version that is valid in HTTP but not a version is ignored, or refused with an
  // error envelope.
  eachAnswer("robustness.odd-version", {
    generated: true,
    where: cellsFor({
      endpoints: ["/search", "/search/publishers"],
      default: "only",
    }),
    control: ordinary,
    send: oddVersions,
    shorter: shorterVersion,
    expect: expectKnownAnswer,
  }),
  // should · Authentication, item 4; Current-version error envelope, table; Legacy error envelope,
  // table
  // A request with keys in several headers, equal or different, is accepted, or refused with an
  // error envelope.
  eachAnswer("robustness.several-keys", {
    generated: true,
    where: cellsFor({
      endpoints: ["/search", "/search/publishers", "/info/countries", "/info/topics"],
      default: "only",
    }),
    control: ordinaryOrPing,
    send: severalKeys,
    expect: expectKnownAnswer,
  }),
  // should · Endpoints, "All endpoints are GET"
  // HEAD is answered or refused without a server error.
  eachAnswer("robustness.head", {
    where: everyOther(0),
    control: ordinaryOrPing,
    send: heads,
    expect: expectKnownHead,
  }),
  // should · Authentication, item 1; Endpoints, "All endpoints are GET"; Current-version error
  // envelope, table; Legacy error envelope, table
  // OPTIONS is answered, for example as a CORS preflight, without data that needs a key, or refused
  // with an error envelope.
  eachAnswer("robustness.options", {
    where: everyOther(1),
    control: ordinaryOrPing,
    send: optionsRequests,
    expect: expectKnownPreflight,
  }),
  // should · Endpoints, "All endpoints are GET"; Current-version error envelope, table; Legacy
  // error envelope, table
  // POST, PUT, DELETE and PATCH are refused with an error envelope, since every operation is a GET
  // operation.
  eachAnswer("robustness.other-methods", {
    where: everyEndpoint,
    send: otherMethods,
    expect: expectWholeRefusal,
  }),
  // should · Endpoints, "All endpoints are GET"; Current-version error envelope, table; Legacy
  // error envelope, table
  // A path that the surface does not define is refused with an error envelope.
  eachAnswer("robustness.unknown-path", {
    generated: true,
    where: cellsFor({ endpoints: ["/ping"], default: "only" }),
    send: unknownPaths,
    expect: (exchange, context) => {
      const found = expectWholeRefusal(exchange, context);
      return found.length > 0 ? found : expectJsonMediaType(exchange);
    },
  }),
];

/** All requests that the checks above send to the endpoint of a cell, at any version. */
function everythingSent(context: CheckContext): readonly RequestChoice[] {
  const { surface, endpoint } = context.cell;
  const ofTarget = sentTo.get(context.target) ?? new Map<string, readonly RequestChoice[]>();
  sentTo.set(context.target, ofTarget);
  const place = `${surface} ${endpoint} ${context.combines}`;
  const sent = ofTarget.get(place) ?? collectSent(context);
  ofTarget.set(place, sent);
  return sent;
}

/** Generating requests is slow, and several checks need all of them. */
const sentTo = new WeakMap<Target, Map<string, readonly RequestChoice[]>>();

function collectSent(context: CheckContext): readonly RequestChoice[] {
  const { cell, target, contracts } = context;
  return careless.flatMap((check) =>
    check
      .where(target, contracts)
      .filter((one) => one.surface === cell.surface && one.endpoint === cell.endpoint)
      .flatMap((one) => requestsOf(check, { ...context, cell: one })),
  );
}

/** Empty if a role has no name: the check itself is skipped with that reason. */
function requestsOf(check: EachCheck, context: CheckContext): readonly RequestChoice[] {
  try {
    return check.send(context);
  } catch (error) {
    if (error instanceof Inconclusive) return [];
    throw error;
  }
}

/** Judged on every response to a generated request. */
function never(requirement: string, expect: EachCheck["expect"]): EachCheck {
  return eachAnswer(requirement, {
    generated: true,
    where: everyEndpoint,
    send: everythingSent,
    expect,
  });
}

export const robustnessChecks: readonly EachCheck[] = [
  ...careless,
  // should · Current-version error envelope, table; Legacy error envelope, table
  // No response to an unusual or malformed request contains a stack trace.
  never("robustness.no-stack-trace", expectNoTrace),
  // should · Current-version error envelope, table; Legacy error envelope, table
  // No response to an unusual or malformed request contains a message of a database, of a
  // connection or of a programming language.
  never("robustness.no-internal-messages", expectNoInternalMessage),
  // should · Authentication, item 3; Current-version error envelope, table; Legacy error envelope,
  // table
  // No response to an unusual or malformed request contains the key that was sent, in its body or
  // its headers.
  never("robustness.key-not-echoed", expectNoKey),
];
