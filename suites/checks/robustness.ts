import type { Catalogue } from "../../contracts/catalogue.ts";
import { hasMetadata } from "../../contracts/generations.ts";
import { type Cell, defaultVersion } from "../../contracts/words.ts";
import { type CellFilter, cellsOf, rowOf } from "../engine/cells.ts";
import { type CheckContext, type EachCheck, type Need, NotJudged } from "../engine/check.ts";
import type { Subject } from "../engine/subject.ts";
import {
  expectKnownAnswer,
  expectKnownHead,
  expectKnownPreflight,
  expectKnownRefusal,
} from "../matchers/known-answer.ts";
import { echoesNoKey, showsNoTrace } from "../matchers/leaks.ts";
import { operationOf } from "../matchers/served.ts";
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

/** The cells of a filter whose auth style takes turns; ping has none. */
function cellsFor(filter: CellFilter): EachCheck["cells"] {
  return (subject, contracts) => [
    ...cellsOf(subject, contracts, { ...filter, protected: true }, "turns"),
    ...cellsOf(subject, contracts, { ...filter, protected: false }, "none"),
  ];
}

/** Each endpoint without the version header or, in turns, with it at each version with metadata. */
function withHeaderOrWithout(endpoints: readonly string[], salt: number): EachCheck["cells"] {
  const everywhere = cellsFor({ endpoints, availability: ["stated"] });
  return (subject, contracts) =>
    everywhere(subject, contracts)
      .filter(
        (cell) =>
          cell.version === defaultVersion || hasMetadata(operationOf({ cell, subject, contracts })),
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
  {
    kind: "each",
    requirement: "robustness.free-text",
    generated: true,
    // Explicit versions of article search are not stated.
    cells: cellsFor({ endpoints: texts, availability: ["stated"] }),
    plain: plainRequest,
    asks: freeTexts,
    shorter: shorterText(1),
    judge: expectKnownAnswer,
  },
  {
    kind: "each",
    requirement: "robustness.control-characters",
    generated: true,
    cells: withHeaderOrWithout(texts, 0),
    plain: plainRequest,
    asks: controlCharacters,
    shorter: shorterText(1),
    judge: expectKnownAnswer,
  },
  {
    kind: "each",
    requirement: "robustness.long-text",
    generated: true,
    cells: withHeaderOrWithout(texts, 1),
    plain: plainRequest,
    asks: longTexts,
    shorter: shorterText(1),
    judge: expectKnownAnswer,
  },
  {
    kind: "each",
    requirement: "robustness.broken-encoding",
    generated: true,
    cells: withHeaderOrWithout(texts, 0),
    plain: plainRequest,
    asks: brokenEncodings,
    shorter: shorterRawQuery,
    judge: expectKnownAnswer,
  },
  {
    kind: "each",
    requirement: "robustness.unknown-parameters",
    generated: true,
    cells: withHeaderOrWithout(["/search", "/topics", "/search/publishers", "/info/countries"], 1),
    plain: plainRequest,
    asks: unknownParameters,
    shorter: fewerParameters(1),
    judge: expectKnownAnswer,
  },
  {
    kind: "each",
    requirement: "robustness.repeated-parameters",
    generated: true,
    cells: withHeaderOrWithout(texts, 1),
    plain: plainRequest,
    asks: repeatedParameters,
    shorter: fewerParameters(2),
    judge: expectKnownAnswer,
  },
  {
    kind: "each",
    requirement: "robustness.unexpected-values",
    generated: true,
    cells: withHeaderOrWithout(["/search", "/topics", "/geolocation", "/search/publishers"], 0),
    plain: plainRequest,
    asks: unexpectedValues,
    shorter: shorterText(0),
    judge: expectKnownAnswer,
  },
  {
    kind: "each",
    requirement: "robustness.odd-version",
    generated: true,
    cells: cellsFor({
      endpoints: ["/search", "/geolocation", "/search/publishers", "/ping"],
      default: "only",
    }),
    plain: plainRequest,
    asks: oddVersions,
    shorter: shorterVersion,
    judge: expectKnownAnswer,
  },
  {
    kind: "each",
    requirement: "robustness.several-keys",
    generated: true,
    cells: (subject, contracts) =>
      cellsOf(subject, contracts, { protected: true, default: "only" }, "turns"),
    plain: plainRequest,
    asks: severalKeys,
    judge: expectKnownAnswer,
  },
  {
    kind: "each",
    requirement: "robustness.head",
    cells: everyEndpoint,
    plain: plainRequest,
    asks: heads,
    judge: expectKnownHead,
  },
  {
    kind: "each",
    requirement: "robustness.options",
    cells: everyEndpoint,
    plain: plainRequest,
    asks: optionsRequests,
    judge: expectKnownPreflight,
  },
  {
    kind: "each",
    requirement: "robustness.other-methods",
    cells: everyEndpoint,
    asks: otherMethods,
    judge: expectKnownRefusal,
  },
  {
    kind: "each",
    requirement: "robustness.unknown-path",
    generated: true,
    cells: cellsFor({ endpoints: ["/ping"], default: "only" }),
    asks: unknownPaths,
    judge: expectKnownRefusal,
  },
];

/** Everything that the checks above send to the endpoint of a cell, at any version. */
function everythingSent(context: CheckContext): readonly Need[] {
  const { surface, endpoint } = context.cell;
  const ofSubject = sentTo.get(context.subject) ?? new Map<string, readonly Need[]>();
  sentTo.set(context.subject, ofSubject);
  const needs = ofSubject.get(`${surface} ${endpoint}`) ?? collectSent(context);
  ofSubject.set(`${surface} ${endpoint}`, needs);
  return needs;
}

/** To make requests up takes long, and several checks look at all of them. */
const sentTo = new WeakMap<Subject, Map<string, readonly Need[]>>();

function collectSent({ cell, subject, contracts }: CheckContext): readonly Need[] {
  return careless.flatMap((check) =>
    check
      .cells(subject, contracts)
      .filter((one) => one.surface === cell.surface && one.endpoint === cell.endpoint)
      .flatMap((one) => asksOf(check, { cell: one, subject, contracts })),
  );
}

/** None where a role has no name: the check itself is skipped with that reason. */
function asksOf(check: EachCheck, context: CheckContext): readonly Need[] {
  try {
    return check.asks(context);
  } catch (error) {
    if (error instanceof NotJudged) return [];
    throw error;
  }
}

/** Judged on every answer to a careless request. */
function never(requirement: string, judge: EachCheck["judge"]): EachCheck {
  return {
    kind: "each",
    requirement,
    generated: true,
    cells: everyEndpoint,
    asks: everythingSent,
    judge,
  };
}

export const robustnessChecks: readonly EachCheck[] = [
  ...careless,
  never("robustness.no-stack-trace", showsNoTrace),
  never("robustness.key-not-echoed", echoesNoKey),
];
