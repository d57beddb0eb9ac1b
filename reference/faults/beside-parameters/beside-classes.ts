import { editableAt, inSuccess, letIn, refuse, succeeded } from "../edit.ts";
import { findNothing, listedIn, setTotal } from "../empty-results.ts";
import type { Deviation, FaultRequest } from "../fault.ts";
import type { ParameterPlace } from "./parameters-of-endpoints.ts";

type Act = Pick<Deviation, "request" | "response">;

/** A way in which a server may be wrong where certain parameters are sent. */
export interface BesideClass {
  /** kebab-case, unique. */
  readonly name: string;
  readonly sentence: string;
  /** The sets of parameters beside each other that it is tried with. */
  readonly sets: (place: ParameterPlace) => readonly (readonly string[])[];
  readonly act: (names: readonly string[]) => Act;
}

/** Whether all of these parameters are sent. */
function areSent(names: readonly string[], { sent }: FaultRequest): boolean {
  return names.every((name) => sent.has(name) || (name === "query" && sent.has("q")));
}

const eachAlone = ({ names }: ParameterPlace) => names.map((name) => [name]);

const orderedPairs = ({ names }: ParameterPlace) =>
  names.flatMap((one) => names.filter((other) => other !== one).map((other) => [one, other]));

const pairs = ({ names }: ParameterPlace) =>
  names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]));

const aloneAndPairs = (place: ParameterPlace) => [...eachAlone(place), ...pairs(place)];

const ifEchoed =
  (sets: BesideClass["sets"]): BesideClass["sets"] =>
  (place) =>
    place.hasMetadata ? sets(place) : [];

/** Parameters without which the reference server would refuse the request, or that choose no items. */
const notIgnored = new Set(["location", "page", "sort", "pageSize", "hits_per_page"]);

const ignorable =
  (sets: BesideClass["sets"]): BesideClass["sets"] =>
  (place) =>
    sets(place).filter(([name = ""]) => !notIgnored.has(name));

/** Takes the first parameter away, but leaves it in the echo. */
function ignoreFirst(
  [name = ""]: readonly string[],
  isMeant: (request: FaultRequest) => boolean,
): Act {
  return {
    request(request) {
      if (!isMeant(request)) return;
      request.query.delete(name);
      if (name === "query") request.query.delete("q");
    },
    response(response, request) {
      const parameters = editableAt(response.body, "parameters");
      const value = request.sent.get(name);
      if (!succeeded(response) || parameters === null || value === null || !isMeant(request))
        return;
      parameters[name] = name === "limit" ? Number(value) : value;
    },
  };
}

function acceptingKeys(
  isWrong: (key: string, request: FaultRequest) => boolean,
): BesideClass["act"] {
  return (names) => ({
    request(request) {
      const { key } = request;
      if (key !== null && areSent(names, request) && isWrong(key, request)) letIn(request);
    },
  });
}

/** Each way to be wrong beside certain parameters. */
export const besideClasses: readonly BesideClass[] = [
  {
    name: "unknown-key",
    sentence: "keys that were never issued are accepted",
    sets: aloneAndPairs,
    act: acceptingKeys((key, { ownerOf }) => ownerOf(key) === null),
  },
  {
    name: "other-products-key",
    sentence: "keys of the other product are accepted",
    sets: aloneAndPairs,
    act: acceptingKeys((key, { ownerOf, surface }) => ![null, surface].includes(ownerOf(key))),
  },
  {
    name: "revoked-key",
    sentence: "revoked keys are accepted",
    sets: aloneAndPairs,
    act: acceptingKeys(
      (key, { ownerOf, surface, isRevoked }) => ownerOf(key) === surface && isRevoked(key),
    ),
  },
  {
    name: "no-key",
    sentence: "no key is needed",
    sets: eachAlone,
    act: (names) => ({
      request(request) {
        const { key, headers } = request;
        if (key === null && !("authorization" in headers) && areSent(names, request))
          letIn(request);
      },
    }),
  },
  {
    name: "server-error",
    sentence: "the response has status 500",
    sets: aloneAndPairs,
    act: (names) => ({
      response(response, request) {
        if (succeeded(response) && areSent(names, request)) response.status = 500;
      },
    }),
  },
  {
    name: "refused",
    sentence: "the request is refused",
    sets: aloneAndPairs,
    act: (names) => ({
      request(request) {
        if (areSent(names, request)) refuse(request);
      },
    }),
  },
  {
    name: "ignored",
    sentence: "the first of them is ignored",
    sets: ignorable(orderedPairs),
    act: (names) => ignoreFirst(names, (request) => areSent(names, request)),
  },
  {
    name: "emptied",
    sentence: "nothing is found",
    sets: aloneAndPairs,
    act: (names) =>
      inSuccess((body, request) => {
        if (areSent(names, request)) findNothing(body);
      }),
  },
  {
    name: "page-counted",
    sentence: "the total is the number of items on the page",
    sets: aloneAndPairs,
    act: (names) =>
      inSuccess((body, request) => {
        if (areSent(names, request)) setTotal(body, listedIn(body).length);
      }),
  },
  {
    name: "not-echoed",
    sentence: "the first of them is not echoed",
    sets: ifEchoed(orderedPairs),
    act: (names) =>
      inSuccess((body, request) => {
        if (areSent(names, request)) delete editableAt(body, "parameters")?.[names[0] ?? ""];
      }),
  },
  {
    name: "echo-exchanged",
    sentence: "the echo of the first of them has the value of the other",
    sets: ifEchoed(orderedPairs),
    act: ([name = "", other = ""]) =>
      inSuccess((body, request) => {
        const parameters = editableAt(body, "parameters");
        if (parameters !== null && areSent([name, other], request))
          parameters[name] = parameters[other];
      }),
  },
  {
    name: "echo-kept",
    sentence: "the first of them is echoed as it was last sent, although only the other is sent",
    sets: ifEchoed(orderedPairs),
    act: ([name = "", other = ""]) =>
      inSuccess((body, { sent, memory }) => {
        const parameters = editableAt(body, "parameters");
        const value = sent.get(name);
        if (value !== null) memory.set(name, value);
        else if (parameters !== null && sent.has(other) && memory.has(name))
          parameters[name] = memory.get(name);
      }),
  },
];
