import { loadCatalogue } from "../../contracts/load.ts";
import { authStyles, defaultVersion } from "../../contracts/vocabulary.ts";
import { type Random, seededRandom } from "../../reference/corpus/random.ts";
import type { Deviation, FaultRequest } from "../../reference/faults/fault.ts";
import type { Composition, Mutation } from "./mutation.ts";
import { namesSent, requestMutations } from "./request-mutations.ts";
import { responseMutations } from "./response-mutations.ts";

/** A share of all compositions has two mutations. */
const chanceOfTwo = 0.3;

/** The composition with a number, always the same for the same seed. */
export function compositionOf(seed: number, number: number): Composition {
  const start = (seed * 1_000_003 + number) >>> 0;
  const make = (): readonly Mutation[] => {
    const random = seededRandom(start);
    const first = mutationOf(random);
    return random.chance(chanceOfTwo) ? [first, mutationOf(random)] : [first];
  };
  const mutations = make();
  return {
    mutations,
    shape: mutations.map(({ shape, scope }) => `${shape} at ${scope}`).join(" + "),
    deviations: () =>
      make().map(
        ({ cells, sentence, request, response }, index): Deviation => ({
          name: `adversary-${seed}-${number}-${index + 1}`,
          cells,
          sentence,
          ...(request && { request }),
          ...(response && { response }),
        }),
      ),
  };
}

const makers = [...responseMutations, ...requestMutations];

function mutationOf(random: Random): Mutation {
  const { operations } = loadCatalogue();
  const operation = operations[random.integer(operations.length)];
  if (operation === undefined) throw new Error("the contracts have no operation");
  const { surface, endpoint } = operation;
  const change = makers[random.integer(makers.length)]?.(random, { surface, endpoint }) ?? null;
  // Nothing of this shape is possible here.
  if (change === null) return mutationOf(random);
  const cells = { surface, endpoint };
  const where = `${surface} GET ${endpoint}`;
  switch (random.integer(4)) {
    case 0:
      return { ...change, scope: "endpoint", cells, sentence: `${change.sentence}, at ${where}` };
    case 1: {
      const version = random.chance(0.3) ? defaultVersion : operation.version;
      const auth = random.pick(authStyles);
      const cell = operation.protected ? { ...cells, version, auth } : { ...cells, version };
      const sentence = `${change.sentence}, at ${where} at ${version}${operation.protected ? ` (${auth})` : ""}`;
      return { ...change, scope: "one cell", cells: cell, sentence };
    }
    case 2: {
      const names = namesSent(cells);
      const name = names[random.integer(Math.max(1, names.length))];
      if (name === undefined) return mutationOf(random);
      const sentence = `${change.sentence}, at ${where} where ${name} is sent`;
      return {
        ...limited(change, ({ sent }) => sent.has(name)),
        scope: "one parameter",
        cells,
        sentence,
      };
    }
    default: {
      const every = 2 + random.integer(6);
      const counted = new WeakMap<FaultRequest, boolean>();
      let number = 0;
      const isNth = (request: FaultRequest) => {
        const known = counted.get(request);
        if (known !== undefined) return known;
        number += 1;
        counted.set(request, number % every === 0);
        return number % every === 0;
      };
      const sentence = `${change.sentence}, at ${where}, every ${every} answers`;
      return { ...limited(change, isNth), scope: "n-th answer", cells, sentence };
    }
  }
}

function limited<T extends Pick<Mutation, "request" | "response">>(
  change: T,
  holds: (request: FaultRequest) => boolean,
): T {
  const { request, response } = change;
  return {
    ...change,
    ...(request && {
      request: (one: FaultRequest) => {
        if (holds(one)) request(one);
      },
    }),
    ...(response && {
      response: (answer: Parameters<typeof response>[0], one: FaultRequest) => {
        if (holds(one)) response(answer, one);
      },
    }),
  };
}
