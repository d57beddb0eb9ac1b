import { describe, expect, test } from "vitest";
import { loadCatalogue, loadRegister } from "../../contracts/load.ts";
import {
  type Credential,
  exchangeId,
  noCredential,
  type RequestSpec,
} from "../../harness/requests/request-spec.ts";
import { allChecks } from "../../suites/checks/all-checks.ts";
import { planRun } from "../../suites/engine/planning.ts";
import { inSendingOrder } from "../../suites/engine/sending-order.ts";
import { completeTarget } from "./target.ts";

const own: Credential = { kind: "key", key: "own", form: "api-key" };
const unknown: Credential = { kind: "key", key: "unknown", form: "api-key" };

function spec(version: string, credential: Credential, endpoint = "/info/topics"): RequestSpec {
  return { surface: "news", endpoint, version, query: [], credential };
}

describe("the order in which requests are sent", () => {
  test("requests to one URL come together, in pairs of keys and from the oldest version", () => {
    const [old, latest, other] = [
      spec("2024-01-01", own),
      spec("default", own),
      spec("default", own, "/info/countries"),
    ];
    const [oldUnknown, latestNone] = [spec("2024-01-01", unknown), spec("default", noCredential)];
    expect(inSendingOrder([latest, other, latestNone, old, oldUnknown])).toEqual([
      old,
      oldUnknown,
      latest,
      latestNone,
      other,
    ]);
  });

  test("requests without a partner, and those that are timed, stay where they are", () => {
    const [more, first, grouped] = [
      { ...spec("default", unknown), method: "POST" as const },
      spec("default", own),
      { ...spec("default", noCredential), after: "revocation" as const },
    ];
    const [one, two] = [spec("default", unknown), spec("default", noCredential)];
    expect(inSendingOrder([more, one, two, grouped, first])).toEqual([
      more,
      first,
      one,
      two,
      grouped,
    ]);
  });

  test("the whole plan is sent, each request once", () => {
    const plan = planRun(allChecks, completeTarget(), loadCatalogue(), loadRegister());
    const all = plan.flatMap(({ requests }) => requests);
    const sent = inSendingOrder(all).map(exchangeId);
    expect(new Set(sent).size).toBe(sent.length);
    expect(sent.toSorted()).toEqual([...new Set(all.map(exchangeId))].sort());
  });

  test("every protected endpoint has a valid and an invalid key side by side, at every version", () => {
    const contracts = loadCatalogue();
    const plan = planRun(allChecks, completeTarget(), contracts, loadRegister());
    const sent = inSendingOrder(plan.flatMap(({ requests }) => requests));
    const pairs = new Set(
      sent.flatMap((one, place) => {
        const next = sent[place + 1];
        const isPair =
          next !== undefined &&
          one.endpoint === next.endpoint &&
          one.version === next.version &&
          JSON.stringify(one.query) === JSON.stringify(next.query) &&
          JSON.stringify(one.credential).includes('"own"') &&
          !JSON.stringify(next.credential).includes('"own"');
        return isPair ? [`${one.surface} ${one.endpoint} ${one.version}`] : [];
      }),
    );
    const places = contracts.operations
      .filter((operation) => operation.protected)
      .map(({ surface, endpoint, version }) => `${surface} ${endpoint} ${version}`);
    expect(places.filter((place) => !pairs.has(place))).toEqual([]);
  });
});
