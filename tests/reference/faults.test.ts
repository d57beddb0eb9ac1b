import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { areas } from "../../contracts/areas.ts";
import { loadRegister } from "../../contracts/load.ts";
import { authStyles, type Surface } from "../../contracts/vocabulary.ts";
import { actsIn, type Fault } from "../../reference/faults/fault.ts";
import { faults, findFault } from "../../reference/faults/index.ts";
import { witnessRequest } from "../../reference/faults/witness.ts";
import { type ReferenceServer, startReferenceServer } from "../../reference/server/server.ts";
import { aggregatorEndpoints } from "../../reference/surfaces/aggregator.ts";
import { newsEndpoints } from "../../reference/surfaces/news.ts";
import { baseUrl, fetchReply, type Reply, spec } from "./client.ts";

const keys = {
  aggregator: { own: "bk_a-own", revoked: "bk_a-revoked", revocable: "bk_a-revocable" },
  news: { own: "bk_n-own", revoked: "bk_n-revoked", revocable: "bk_n-revocable" },
};

/** What one sees of an answer, with all that differs between two right answers taken out. */
function seen({ status, headers, text }: Reply): string {
  const body = text
    .replace(/"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"/g, '"<uuid>"')
    .replace(/"timestamp":"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g, (whole, time: string) =>
      Math.abs(Date.parse(time) - Date.now()) < 60_000 ? '"timestamp":"<now>"' : whole,
    )
    .replace(/"timestamp":\d{13}\b/g, '"timestamp":<now>')
    // Thousands of a unit, and one number for all, are what a fault made of it.
    .replace(/"took_ms":(?!\d+000\b|4242\b)\d{1,5}\b/g, '"took_ms":<took>');
  const { "content-type": type, "content-encoding": coding } = headers;
  const isShown = (name: string) =>
    ["cache-control", "expires", "vary", "etag", "allow"].includes(name);
  const own = Object.entries(headers).filter(([name]) => name.startsWith("x-") || isShown(name));
  return `${status} ${String(type)} ${String(coding)} ${JSON.stringify(own)}
${body}`;
}

async function witnessed(fault: Fault, server: ReferenceServer): Promise<string> {
  const witness = witnessRequest(fault, server.keys);
  const { surface } = witness;
  const { before = [], with: together = [], afterRevocation = false } = fault.witness ?? {};
  const sharesConnection = before.length > 0 || afterRevocation;
  const answerTo = ({ surface: at, target, method, headers }: typeof witness) =>
    fetchReply(baseUrl(server, at) + target, { method, headers, sharesConnection }).then(
      seen,
      () => "the connection broke",
    );
  if (afterRevocation) {
    const used = fault.witness?.usedAs ?? { ...fault.witness, key: "revocable" };
    await answerTo(witnessRequest(fault, server.keys, used));
    const { revocable } = server.keys[surface];
    await fetchReply(`${server.consoleUrl}/keys/${revocable}/revoke`, { method: "POST" });
  }
  for (const one of before) await answerTo(witnessRequest(fault, server.keys, one));
  const all = [witness, ...together.map((one) => witnessRequest(fault, server.keys, one))];
  return (await Promise.all(all.map(answerTo))).join("\n");
}

interface Plain {
  readonly surface: Surface;
  readonly endpoint: string;
  readonly version: string;
  readonly auth: (typeof authStyles)[number] | null;
  readonly answer: string;
}

function send(
  server: ReferenceServer,
  { surface, endpoint, version, auth }: Omit<Plain, "answer">,
): Promise<string> {
  const target = endpoint === "/geolocation" ? "/geolocation?location=London" : endpoint;
  const options = version === "default" ? { auth } : { auth, version };
  return spec(server, surface, target, options).then(seen);
}

describe("the faults", () => {
  let healthy: ReferenceServer;
  const plain: Plain[] = [];

  beforeAll(async () => {
    healthy = await startReferenceServer({ keys });
    for (const [surface, endpoints] of [
      ["aggregator", aggregatorEndpoints],
      ["news", newsEndpoints],
    ] as const) {
      for (const { path: endpoint, versions } of endpoints) {
        for (const version of ["default", ...versions]) {
          const style = authStyles[plain.length % authStyles.length] ?? "bearer";
          for (const auth of [style, null]) {
            const cell = { surface, endpoint, version, auth };
            plain.push({ ...cell, answer: await send(healthy, cell) });
          }
        }
      }
    }
  });
  afterAll(() => healthy.close());

  it("have names of their own", () => {
    const names = faults.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(findFault("limit-clamped")?.breaks).toBe("limit.out-of-range-refused");
    expect(findFault("no-such-fault")).toBeUndefined();
  });

  it("break requirements that stand in the register and can be tested", () => {
    const register = loadRegister();
    for (const { name, breaks, also = [] } of faults) {
      for (const id of [breaks, ...also.filter((one) => !one.endsWith("."))]) {
        expect(register.get(id)?.notTested, `${name}: ${id}`).toBeNull();
      }
    }
  });

  it("are at least two in every area", () => {
    const perArea: Record<string, number> = {};
    for (const { breaks } of faults) {
      const area = breaks.split(".")[0] ?? "";
      perArea[area] = (perArea[area] ?? 0) + 1;
    }
    const unserved = areas.filter((area) => (perArea[area] ?? 0) < 2);
    expect(unserved).toEqual([]);
  });

  it.each(faults.map((fault) => [fault.name, fault] as const))(
    "%s shows where it acts and nowhere else",
    async (_name, fault) => {
      const faulty = await startReferenceServer({ keys, faults: [fault] });
      // A witness that revokes a key needs a server of its own.
      const isRevoking = fault.witness?.afterRevocation === true;
      const control = isRevoking ? await startReferenceServer({ keys }) : healthy;
      try {
        const elsewhere = plain.filter((cell) => !actsIn(fault, cell));
        const changed: unknown[] = [];
        for (const cell of elsewhere) {
          const answer = await send(faulty, cell);
          if (answer !== cell.answer) changed.push({ ...cell, changed: answer });
        }
        expect(changed).toEqual([]);
        expect(elsewhere.length).toBeGreaterThan(0);
        expect(await witnessed(fault, faulty)).not.toBe(await witnessed(fault, control));
      } finally {
        await faulty.close();
        if (isRevoking) await control.close();
      }
    },
  );
});
