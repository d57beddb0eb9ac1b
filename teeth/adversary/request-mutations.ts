import { loadCatalogue } from "../../contracts/load.ts";
import type { Random } from "../../reference/corpus/random.ts";
import { wholePlan } from "../../run/whole-plan.ts";
import type { Mutation } from "./mutation.ts";

type Change = Pick<Mutation, "shape" | "sentence" | "request" | "response">;
type Place = { readonly surface: "aggregator" | "news"; readonly endpoint: string };

const usedNames = new Map<string, readonly string[]>();

/** The names of the parameters that the plan often sends to an endpoint. */
export function namesSent({ surface, endpoint }: Place): readonly string[] {
  const place = `${surface} ${endpoint}`;
  const known = usedNames.get(place);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const spec of wholePlan().flatMap(({ requests }) => requests)) {
    if (spec.surface !== surface || spec.endpoint !== endpoint) continue;
    for (const [name] of spec.query) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts].filter(([, count]) => count > 2).map(([name]) => name);
  usedNames.set(place, names);
  return names;
}

/** Makes a mutation of each shape that changes what the server takes from a request. */
export const requestMutations: readonly ((random: Random, place: Place) => Change | null)[] = [
  parameterLost,
  parameterChanged,
  versionChanged,
];

function parameterLost(random: Random, place: Place): Change | null {
  const names = namesSent(place);
  const name = names[random.integer(Math.max(1, names.length))];
  if (name === undefined) return null;
  return {
    shape: "parameter lost",
    sentence: `ignores ${name}`,
    request: ({ query }) => query.delete(name),
  };
}

const rewritings = {
  "cuts its last character": (text: string) => text.slice(0, -1),
  "writes it in lower case": (text: string) => text.toLowerCase(),
  "takes its first word": (text: string) => text.split(" ")[0] ?? "",
  "keeps ASCII only": (text: string) => text.replace(/[^ -~]/g, ""),
  "doubles it": (text: string) => text + text,
};

function parameterChanged(random: Random, place: Place): Change | null {
  const names = namesSent(place);
  const name = names[random.integer(Math.max(1, names.length))];
  const [first, ...rest] = Object.entries(rewritings);
  if (name === undefined || first === undefined) return null;
  const [how, rewrite] = random.pick([first, ...rest]);
  return {
    shape: "parameter changed",
    sentence: `reads ${name} and ${how}`,
    request({ query }) {
      const value = query.get(name);
      if (value !== null) query.set(name, rewrite(value));
    },
  };
}

function versionChanged(random: Random, { surface }: Place): Change | null {
  const [first, ...rest] = loadCatalogue().versions(surface);
  if (first === undefined) return null;
  const version = random.pick([first, ...rest]);
  return {
    shape: "version changed",
    sentence: `answers as ${version}, whatever is asked`,
    request({ headers }) {
      headers["api-version"] = version;
    },
  };
}
