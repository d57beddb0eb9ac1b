import type { Catalogue } from "../../contracts/catalogue.ts";
import { hasMetadata } from "../../contracts/generations.ts";
import { type Cell, defaultVersion } from "../../contracts/vocabulary.ts";
import { type CellFilter, cells, rowOf, union, type Where } from "../engine/cells.ts";
import {
  type CheckContext,
  type EachCheck,
  eachAnswer,
  Inconclusive,
  type RequestChoice,
} from "../engine/check.ts";
import { operationOf } from "../engine/operation.ts";
import type { Target } from "../engine/target.ts";
import {
  expectKnownAnswer,
  expectKnownHead,
  expectKnownPreflight,
  expectKnownRefusal,
} from "../matchers/known-answer.ts";
import { echoesNoKey, showsNoTrace } from "../matchers/leaks.ts";
import {
  brokenEncodings,
  controlCharacters,
  freeTexts,
  heads,
  longTexts,
  oddVersions,
  optionsRequests,
  otherMethods,
  plainRequest,
  repeatedParameters,
  severalKeys,
  unexpectedValues,
  unknownParameters,
  unknownPaths,
} from "../requests/careless-requests.ts";
import {
  fewerParameters,
  shorterRawQuery,
  shorterText,
  shorterVersion,
} from "../requests/shorter-requests.ts";

/** Endpoints with a parameter that takes free text. */
const texts = ["/search", "/geolocation", "/search/articles", "/search/publishers"];

/** The cells of a filter, their auth style by rotation; ping has none. */
function cellsFor(filter: CellFilter): Where {
  return union(
    cells({ ...filter, protected: true }, "rotated"),
    cells({ ...filter, protected: false }, "none"),
  );
}

/** Each endpoint without the version header or, by rotation, with it at each version with metadata. */
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

/** What is sent, judged by whether a client can make anything of the answer. */
const careless: readonly EachCheck[] = [
  eachAnswer("robustness.free-text", {
    generated: true,
    // Explicit versions of article search are not stated.
    where: cellsFor({ endpoints: texts, availability: ["stated"] }),
    control: plainRequest,
    send: freeTexts,
    shorter: shorterText(1),
    expect: expectKnownAnswer,
  }),
  eachAnswer("robustness.control-characters", {
    generated: true,
    where: withHeaderOrWithout(texts, 0),
    control: plainRequest,
    send: controlCharacters,
    shorter: shorterText(1),
    expect: expectKnownAnswer,
  }),
  eachAnswer("robustness.long-text", {
    generated: true,
    where: withHeaderOrWithout(texts, 1),
    control: plainRequest,
    send: longTexts,
    shorter: shorterText(1),
    expect: expectKnownAnswer,
  }),
  eachAnswer("robustness.broken-encoding", {
    generated: true,
    where: withHeaderOrWithout(texts, 0),
    control: plainRequest,
    send: brokenEncodings,
    shorter: shorterRawQuery,
    expect: expectKnownAnswer,
  }),
  eachAnswer("robustness.unknown-parameters", {
    generated: true,
    where: withHeaderOrWithout(["/search", "/topics", "/search/publishers", "/info/countries"], 1),
    control: plainRequest,
    send: unknownParameters,
    shorter: fewerParameters(1),
    expect: expectKnownAnswer,
  }),
  eachAnswer("robustness.repeated-parameters", {
    generated: true,
    where: withHeaderOrWithout(texts, 1),
    control: plainRequest,
    send: repeatedParameters,
    shorter: fewerParameters(2),
    expect: expectKnownAnswer,
  }),
  eachAnswer("robustness.unexpected-values", {
    generated: true,
    where: withHeaderOrWithout(["/search", "/topics", "/geolocation", "/search/publishers"], 0),
    control: plainRequest,
    send: unexpectedValues,
    shorter: shorterText(0),
    expect: expectKnownAnswer,
  }),
  eachAnswer("robustness.odd-version", {
    generated: true,
    where: cellsFor({
      endpoints: ["/search", "/geolocation", "/search/publishers", "/ping"],
      default: "only",
    }),
    control: plainRequest,
    send: oddVersions,
    shorter: shorterVersion,
    expect: expectKnownAnswer,
  }),
  eachAnswer("robustness.several-keys", {
    generated: true,
    where: cells({ protected: true, default: "only" }, "rotated"),
    control: plainRequest,
    send: severalKeys,
    expect: expectKnownAnswer,
  }),
  eachAnswer("robustness.head", {
    where: everyEndpoint,
    control: plainRequest,
    send: heads,
    expect: expectKnownHead,
  }),
  eachAnswer("robustness.options", {
    where: everyEndpoint,
    control: plainRequest,
    send: optionsRequests,
    expect: expectKnownPreflight,
  }),
  eachAnswer("robustness.other-methods", {
    where: everyEndpoint,
    send: otherMethods,
    expect: expectKnownRefusal,
  }),
  eachAnswer("robustness.unknown-path", {
    generated: true,
    where: cellsFor({ endpoints: ["/ping"], default: "only" }),
    send: unknownPaths,
    expect: expectKnownRefusal,
  }),
];

/** Everything that the checks above send to the endpoint of a cell, at any version. */
function everythingSent(context: CheckContext): readonly RequestChoice[] {
  const { surface, endpoint } = context.cell;
  const ofTarget = sentTo.get(context.target) ?? new Map<string, readonly RequestChoice[]>();
  sentTo.set(context.target, ofTarget);
  const needs = ofTarget.get(`${surface} ${endpoint}`) ?? collectSent(context);
  ofTarget.set(`${surface} ${endpoint}`, needs);
  return needs;
}

/** To make requests up takes long, and several checks look at all of them. */
const sentTo = new WeakMap<Target, Map<string, readonly RequestChoice[]>>();

function collectSent({ cell, target, contracts }: CheckContext): readonly RequestChoice[] {
  return careless.flatMap((check) =>
    check
      .where(target, contracts)
      .filter((one) => one.surface === cell.surface && one.endpoint === cell.endpoint)
      .flatMap((one) => asksOf(check, { cell: one, target, contracts })),
  );
}

/** None where a role has no name: the check itself is skipped with that reason. */
function asksOf(check: EachCheck, context: CheckContext): readonly RequestChoice[] {
  try {
    return check.send(context);
  } catch (error) {
    if (error instanceof Inconclusive) return [];
    throw error;
  }
}

/** Judged on every answer to a careless request. */
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
  never("robustness.no-stack-trace", showsNoTrace),
  never("robustness.key-not-echoed", echoesNoKey),
];
