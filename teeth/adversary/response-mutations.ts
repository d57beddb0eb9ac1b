import { loadCatalogue } from "../../contracts/load.ts";
import type { Random } from "../../reference/corpus/random.ts";
import { isEditable, letIn, newsItems, succeeded } from "../../reference/faults/edit.ts";
import type { FaultRequest, FaultResponse } from "../../reference/faults/fault.ts";
import { errorEnvelopesOf } from "../../suites/matchers/error-envelope.ts";
import { editBody } from "../mutants/edit-body.ts";
import { deriveMutants, type Mutant } from "../mutants/mutant.ts";
import type { Mutation } from "./mutation.ts";

type Change = Pick<Mutation, "shape" | "sentence" | "request" | "response">;
type Place = { readonly surface: "aggregator" | "news"; readonly endpoint: string };

let derived: readonly Mutant[] | undefined;

/** Makes a mutation of each shape that changes responses. */
export const responseMutations: readonly ((random: Random, place: Place) => Change | null)[] = [
  member,
  member,
  swap,
  repeat,
  truncate,
  status,
  header,
  cache,
  behind,
  keyAccepted,
];

/** A member that is dropped, or has another type, value or format. */
function member(random: Random, { surface, endpoint }: Place): Change | null {
  derived ??= deriveMutants();
  const here = derived.filter(
    ({ operation }) => operation.surface === surface && operation.endpoint === endpoint,
  );
  const mutant = here[random.integer(Math.max(1, here.length))];
  if (mutant === undefined) return null;
  const { operation, answers, member: changed, change, extent } = mutant;
  const isConcerned = (response: FaultResponse, request: FaultRequest) => {
    const asked = loadCatalogue().operation(surface, endpoint, request.version);
    if (asked?.version !== operation.version) return false;
    if (answers === "success") return response.status === 200;
    return response.status >= 400 && errorEnvelopesOf(response.body).has(answers);
  };
  return {
    shape: "member",
    sentence: `changes ${mutant.name}`,
    response(response, request) {
      if (!isConcerned(response, request)) return;
      response.body = editBody(response.body, changed.steps, change, extent);
    },
  };
}

function swap(random: Random): Change {
  const [first, second] = [random.integer(8), random.integer(8)];
  return {
    shape: "swap",
    sentence: `swaps members ${first} and ${second} of every news item, in the order of their names`,
    response({ body }) {
      for (const item of newsItems(body)) {
        const names = Object.keys(item).sort();
        const [a, b] = [names[first % names.length], names[second % names.length]];
        if (a === undefined || b === undefined) continue;
        [item[a], item[b]] = [item[b], item[a]];
      }
    },
  };
}

/** The lists at the top of a body. */
function listsIn(body: unknown): readonly unknown[][] {
  return isEditable(body) ? Object.values(body).filter((value) => Array.isArray(value)) : [];
}

function repeat(): Change {
  return {
    shape: "repeat",
    sentence: "repeats the first entry of every list",
    response(response) {
      if (!succeeded(response)) return;
      for (const list of listsIn(response.body)) if (list.length > 0) list.push(list[0]);
    },
  };
}

function truncate(random: Random): Change {
  const left = random.integer(2);
  return {
    shape: "truncate",
    sentence: `leaves ${left} entries in every list`,
    response(response) {
      if (!succeeded(response)) return;
      for (const list of listsIn(response.body)) list.splice(left);
    },
  };
}

function status(random: Random): Change {
  const success = random.pick([201, 204, 404, 500]);
  const refusal = random.pick([200, 418, 422, 500]);
  const ofSuccess = random.chance(0.5);
  return {
    shape: "status",
    sentence: ofSuccess
      ? `answers with ${success} instead of 200`
      : `refuses with ${refusal} instead of another 4xx`,
    response(response) {
      if (ofSuccess === succeeded(response)) response.status = ofSuccess ? success : refusal;
    },
  };
}

function header(random: Random): Change {
  const value = random.pick(["text/html", "application/json; charset=latin-1", "text/plain", ""]);
  return {
    shape: "header",
    sentence: `sends the media type ${JSON.stringify(value)}`,
    response({ headers }) {
      if (value === "") delete headers["content-type"];
      else headers["content-type"] = value;
    },
  };
}

const keyParts: readonly (readonly [string, (request: FaultRequest) => string])[] = [
  ["version", ({ version }) => version],
  ["query", ({ sent }) => sent.toString()],
  ["key", ({ key }) => key ?? ""],
];

/** A cache whose key lacks something. */
function cache(random: Random): Change {
  const without = random.integer(keyParts.length);
  const parts = keyParts.filter((_, index) => index !== without);
  const known = new Map<string, Pick<FaultResponse, "status" | "body">>();
  return {
    shape: "cache",
    sentence: `keeps its first answers, regardless of the ${keyParts[without]?.[0]}`,
    response(response, request) {
      const key = JSON.stringify(parts.map(([, of]) => of(request)));
      const { status: code, body } = known.get(key) ?? response;
      known.set(key, { status: code, body });
      response.status = code;
      response.body = structuredClone(body);
    },
  };
}

/** Answers with what the request before it should have got. */
function behind(): Change {
  let last: Pick<FaultResponse, "status" | "body"> | null = null;
  return {
    shape: "behind",
    sentence: "is one answer behind",
    response(response) {
      const { status: code, body } = last ?? response;
      last = { status: response.status, body: response.body };
      response.status = code;
      response.body = structuredClone(body);
    },
  };
}

function keyAccepted(): Change {
  return { shape: "key accepted", sentence: "accepts every key", request: letIn };
}
