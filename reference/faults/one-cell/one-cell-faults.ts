import type { AuthStyle } from "../../../contracts/vocabulary.ts";
import type { Deviation, FaultRequest } from "../fault.ts";
import { answerClasses } from "./answer-classes.ts";
import { bodyClasses } from "./body-classes.ts";
import { envelopeClasses } from "./envelope-classes.ts";
import { keyClasses } from "./key-classes.ts";
import { leakClasses } from "./leak-classes.ts";
import type { Act, FaultPlace, OneCellClass } from "./one-cell-class.ts";
import { parameterRefusalClasses } from "./parameter-refusal-classes.ts";
import { pingClasses } from "./ping-classes.ts";
import { placesOfContracts } from "./places.ts";
import { refusalBodyClasses } from "./refusal-body-classes.ts";
import { refusalClasses } from "./refusal-classes.ts";

/** Every class of faults in one cell. */
export const oneCellClasses: readonly OneCellClass[] = [
  ...keyClasses,
  ...refusalClasses,
  ...refusalBodyClasses,
  ...parameterRefusalClasses,
  ...answerClasses,
  ...envelopeClasses,
  ...bodyClasses,
  ...leakClasses,
  ...pingClasses,
];

/** A server that is wrong in one cell and right in all others. */
export interface OneCellFault extends Deviation {
  readonly of: OneCellClass;
  readonly place: FaultPlace;
}

let derived: readonly OneCellFault[] | undefined;

/** The faults of every class in every cell to which it applies, according to the contracts. */
export function oneCellFaults(): readonly OneCellFault[] {
  derived ??= placesOfContracts().flatMap((place) =>
    oneCellClasses.flatMap((one) =>
      one.sentWith
        .filter((way) => styleless.has(way) === (place.auth === null))
        .flatMap((way) => one.at(place).map((act) => faultOf(one, place, way, act))),
    ),
  );
  return derived;
}

type Way = OneCellClass["sentWith"][number];

/** Kinds of requests without a style; their names replace the style in the names of faults. */
const styleless: ReadonlyMap<Way, string> = new Map([
  ["none", "no-key"],
  ["several", "several-keys"],
]);

const headers: Readonly<Record<AuthStyle, string>> = {
  "api-key": "api-key",
  "x-api-key": "x-api-key",
  bearer: "authorization",
};

function faultOf(of: OneCellClass, place: FaultPlace, way: Way, act: Act): OneCellFault {
  const { operation, version, auth } = place;
  const { surface, endpoint } = operation;
  const cell = `${surface}${endpoint},${version},${styleless.get(way) ?? auth}`;
  const variant = act.variant === undefined ? "" : `:${act.variant}`;
  const isMeant = (request: FaultRequest): boolean => {
    if (way === "key") return true;
    const sent = sentHeaders(request);
    if (way === "several") return sent.length > 1;
    return sent.join() === (auth === null ? "" : headers[auth]);
  };
  const { request: change, response: answer } = act;
  return {
    of,
    place,
    name: `${of.name}${variant}@${cell}`,
    sentence: `In one cell: ${of.sentence}`,
    cells: { surface, endpoint, version, ...(way === "key" && auth !== null && { auth }) },
    ...(change && {
      request: (request) => {
        if (isMeant(request)) change(request);
      },
    }),
    ...(answer && {
      response: (response, request) => {
        if (isMeant(request)) return answer(response, request);
      },
    }),
  };
}

/** The key headers of a request, regardless of their content. */
function sentHeaders({ headerNames }: FaultRequest): readonly string[] {
  const names = new Set(headerNames.map((name) => name.toLowerCase()));
  return Object.values(headers).filter((name) => names.has(name));
}
