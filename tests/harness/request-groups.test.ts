import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { mostTimeoutsAlone } from "../../harness/exchanges/live-source.ts";
import { atOnce, inQuiet, oneByOne } from "../../harness/requests/request-group.ts";
import { exchangeId } from "../../harness/requests/request-spec.ts";
import { sourceAt, spec } from "./live-sources.ts";

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** The base URL of a server that is closed after the test. */
async function serving(answer: Answering): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = server.address();
  return `http://127.0.0.1:${typeof at === "object" ? at?.port : ""}`;
}

const ok = (response: ServerResponse) => response.end("{}");

const specs = (count: number) => Array.from({ length: count }, (_, index) => spec(`/${index}`));

describe("requests that are sent one by one", () => {
  test("follow each other on one connection of their own, in whatever order they are asked for", async () => {
    const seen: { readonly path: string | undefined; readonly port: number | undefined }[] = [];
    const url = await serving(({ url: path, socket }, response) => {
      seen.push({ path, port: socket.remotePort });
      ok(response);
    });
    const source = sourceAt(url);
    const group = oneByOne(specs(4));
    await source.exchange(spec("/before"));
    await Promise.all([...group].reverse().map((one) => source.exchange(one)));
    const [before, ...members] = seen;
    expect(members.map(({ path }) => path)).toEqual(["/0", "/1", "/2", "/3"]);
    expect(new Set(members.map(({ port }) => port)).size).toBe(1);
    expect(members[0]?.port).not.toBe(before?.port);
  });

  test("are sent from the first when somebody asks for the last alone", async () => {
    const paths: (string | undefined)[] = [];
    const url = await serving(({ url: path }, response) => {
      paths.push(path);
      ok(response);
    });
    const last = oneByOne(specs(3)).at(-1);
    if (last !== undefined) await sourceAt(url).exchange(last);
    expect(paths).toEqual(["/0", "/1", "/2"]);
  });

  test("begin before everything that waits, since they take longest", async () => {
    const paths: (string | undefined)[] = [];
    const url = await serving(({ url: path }, response) => {
      paths.push(path);
      ok(response);
    });
    const source = sourceAt(url, { network: { concurrency: 1 } });
    const others = Array.from({ length: 5 }, (_, index) => spec(`/other/${index}`));
    await Promise.all([...others, ...oneByOne(specs(3))].map((one) => source.exchange(one)));
    // The first of the others was under way, and each member waits for the response to the one before.
    expect(paths.slice(0, 2)).toEqual(["/other/0", "/0"]);
    expect(paths.indexOf("/2")).toBeLessThan(paths.indexOf("/other/4"));
  });

  test("are an exchange each, although they are equal, and none outside of their group", async () => {
    let requests = 0;
    const url = await serving((_, response) => {
      requests += 1;
      ok(response);
    });
    const source = sourceAt(url);
    const group = oneByOne([spec("/a"), spec("/a")]);
    const again = oneByOne([spec("/a"), spec("/a")]);
    await Promise.all([spec("/a"), ...group, ...again].map((one) => source.exchange(one)));
    expect(requests).toBe(3);
    expect(new Set([spec("/a"), ...group].map(exchangeId)).size).toBe(3);
    expect(again.map(exchangeId)).toEqual(group.map(exchangeId));
  });
});

describe("requests that are sent at once", () => {
  /** Answers nothing until so many requests are there. */
  function answeringTogether(count: number): { answer: Answering; most: () => number } {
    let waiting: ServerResponse[] = [];
    let most = 0;
    return {
      most: () => most,
      answer(_, response) {
        waiting.push(response);
        most = Math.max(most, waiting.length);
        if (waiting.length < count) return;
        for (const one of waiting) ok(one);
        waiting = [];
      },
    };
  }

  test("are in flight together, behind whatever else waits", async () => {
    const together = answeringTogether(4);
    const url = await serving((request, response) =>
      request.url?.startsWith("/other") ? ok(response) : together.answer(request, response),
    );
    const source = sourceAt(url, { network: { concurrency: 4 } });
    const others = Array.from({ length: 20 }, (_, index) => spec(`/other/${index}`));
    const asked = [...others, ...atOnce(specs(4))];
    const exchanges = await Promise.all(asked.map((one) => source.exchange(one)));
    expect(exchanges.map(({ answer }) => answer?.status)).toEqual(asked.map(() => 200));
    expect(together.most()).toBe(4);
  });

  test("wait for each other as long as a slow server takes for what is in flight", async () => {
    const isAnswered: boolean[] = [];
    let other = false;
    const url = await serving((request, response) => {
      if (request.url !== "/other") {
        isAnswered.push(other);
        return ok(response);
      }
      return setTimeout(() => {
        other = true;
        ok(response);
      }, 1200);
    });
    const source = sourceAt(url, { network: { concurrency: 2 } });
    const asked = [spec("/other"), ...atOnce(specs(2))];
    await Promise.all(asked.map((one) => source.exchange(one)));
    expect(isAnswered).toEqual([true, true]);
  });

  test("do not wait for one that the budget leaves out", async () => {
    const url = await serving((_, response) => ok(response));
    const source = sourceAt(url, { network: { timeoutMs: 600_000 }, budget: 2 });
    const exchanges = await Promise.all(atOnce(specs(3)).map((one) => source.exchange(one)));
    expect(exchanges.map(({ failure }) => failure?.kind)).toEqual([
      undefined,
      undefined,
      "not-sent",
    ]);
  });

  test("are all sent when one of them is asked for", async () => {
    const together = answeringTogether(3);
    const source = sourceAt(await serving(together.answer));
    const [first] = atOnce(specs(3));
    if (first !== undefined) await source.exchange(first);
    expect(together.most()).toBe(3);
  });

  test("keep to the concurrency, several groups too", async () => {
    let inFlight = 0;
    let most = 0;
    const url = await serving((_, response) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      setImmediate(() => {
        inFlight -= 1;
        ok(response);
      });
    });
    const source = sourceAt(url, { network: { concurrency: 2 } });
    const groups = [atOnce(specs(5)), atOnce(specs(3)), atOnce([...specs(4)].reverse())];
    const exchanges = await Promise.all(groups.flat().map((one) => source.exchange(one)));
    expect(exchanges.every(({ answer }) => answer?.status === 200)).toBe(true);
    expect(most).toBeLessThanOrEqual(2);
  });

  test("end when the surface is stopped while they wait for each other", async () => {
    let arrived = () => {};
    const busy = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const url = await serving(() => arrived());
    const source = sourceAt(url, { network: { concurrency: 2, timeoutMs: 200, retries: 0 } });
    const hanging = source.exchange(spec("/hangs"));
    const group = atOnce(specs(2)).map((one) => source.exchange(one));
    await busy;
    source.stop("news", "the run is over");
    const exchanges = await Promise.all(group);
    expect(exchanges.map(({ failure }) => failure?.kind)).toEqual(["not-sent", "not-sent"]);
    await hanging;
  });
});

test("requests that are sent alone wait until nothing else is under way", async () => {
  const order: string[] = [];
  let inFlight = 0;
  const url = await serving(({ url: path = "" }, response) => {
    inFlight += 1;
    order.push(path.startsWith("/alone") ? `${path} of ${inFlight}` : "other");
    setImmediate(() => {
      inFlight -= 1;
      ok(response);
    });
  });
  const source = sourceAt(url);
  const [one, other] = [inQuiet([spec("/alone/a")]), inQuiet([spec("/alone/b"), spec("/alone/c")])];
  const asked = [...one, ...other, ...specs(12), ...oneByOne(specs(3)), ...atOnce(specs(3))];
  await Promise.all(asked.map((each) => source.exchange(each)));
  expect(order.slice(-3)).toEqual(["/alone/a of 1", "/alone/b of 1", "/alone/c of 1"]);
});

test("after a few timeouts no more requests are sent alone, and the others still are", async () => {
  const url = await serving(({ url: path = "" }, response) => {
    if (!path.startsWith("/hangs")) ok(response);
  });
  const source = sourceAt(url, { network: { timeoutMs: 50, retries: 0 } });
  const groups = Array.from({ length: mostTimeoutsAlone }, () => [spec("/hangs"), spec("/alone")]);
  const asked = [...groups, [spec("/alone"), spec("/hangs")]].map((members, number) =>
    inQuiet(members.map((one) => ({ ...one, query: [["number", `${number}`]] }))),
  );
  const exchanges = await Promise.all(asked.flat().map((one) => source.exchange(one)));
  expect(exchanges.map(({ answer, failure }) => answer?.status ?? failure?.kind)).toEqual([
    ...Array.from({ length: mostTimeoutsAlone - 1 }, () => ["timeout", 200]).flat(),
    ...["timeout", "not-sent", "not-sent", "not-sent"],
  ]);
  const [first, last] = [spec("/other"), exchanges.at(-1)];
  expect((await source.exchange(first)).answer?.status).toBe(200);
  expect(last?.failure?.message).toMatch(/^not sent, since 5 requests timed out/);
});

test("requests that are sent at once come one after the other where the server throttles", async () => {
  let requests = 0;
  const url = await serving((_, response) => {
    requests += 1;
    if (requests > 1) return ok(response);
    response.writeHead(429, { "retry-after": "0" });
    return response.end();
  });
  const source = sourceAt(url, { network: { concurrency: 4, retries: 2 } });
  const asked = [spec("/other"), ...atOnce(specs(2))];
  const exchanges = await Promise.all(asked.map((one) => source.exchange(one)));
  expect(exchanges.map(({ answer }) => answer?.status)).toEqual(asked.map(() => 200));
});
