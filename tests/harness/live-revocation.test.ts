import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLiveSource } from "../../harness/exchanges/live-source.ts";
import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { later, sourceAt, spec, withKey } from "./live-sources.ts";
import { httpServer, keys, network, pathOf, surfaceAt } from "./servers.ts";

describe("revocation", () => {
  /** A server that notes in which order it saw the keys, and a command that notes its turn. */
  async function setting(command: (log: string) => string) {
    const directory = await mkdtemp(join(tmpdir(), "live-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    const log = join(directory, "log");
    const seen: string[] = [];
    const base = await httpServer((request, response) => {
      seen.push(String(request.headers["x-api-key"]));
      setTimeout(() => response.end("{}"), 20);
    });
    const hook = { keyEnv: "SPENDABLE", command: command(log) };
    return { source: sourceAt(base, { revoke: hook }), seen, log };
  }

  it.each(["before first", "after first"])(
    "revokes once, after what needs the key (%s)",
    async (order) => {
      const { source, seen, log } = await setting((file) => `echo "$REVOKE_KEY" >> '${file}'`);
      const events: string[] = [];
      const note = async (name: string, asked: RequestSpec) => {
        const exchange = await source.exchange(asked);
        events.push(name);
        return exchange;
      };
      const asked: [string, RequestSpec][] = [
        ["alive", withKey("revocable")],
        ["alive", withKey("revocable", "/info/countries")],
        ["revoked", later(withKey("revocable"))],
        ["revoked", later(withKey("own"))],
      ];
      if (order === "after first") asked.reverse();
      const all = await Promise.all(asked.map(([name, one]) => note(name, one)));
      expect(all.every(({ answer }) => answer?.status === 200)).toBe(true);
      expect(events).toEqual(["alive", "alive", "revoked", "revoked"]);
      expect(await readFile(log, "utf8")).toBe("bk_news-revocable\n");
      expect(seen.slice(0, 2)).toEqual(["bk_news-revocable", "bk_news-revocable"]);

      const tooLate = await source.exchange(withKey("revocable", "/search/articles"));
      expect(tooLate.failure).toMatchObject({
        kind: "not-sent",
        message: expect.stringContaining("had already been revoked"),
      });
    },
  );

  it("runs the commands of both surfaces one after the other, after everything else of both", async () => {
    const directory = await mkdtemp(join(tmpdir(), "live-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    const log = join(directory, "log");
    const lock = join(directory, "running");
    const unanswered: (() => void)[] = [];
    let answered = 0;
    const base = await httpServer((request, response) => {
      const answer = () => {
        answered += 1;
        response.end("{}");
      };
      if (pathOf(request) === "/slow") unanswered.push(answer);
      else answer();
    });
    // A directory can be made only once: the second command fails where the first still runs.
    const command = `mkdir '${lock}' && sleep 0.1 && echo "$REVOKE_KEY" >> '${log}' && rmdir '${lock}'`;
    const hook = { keyEnv: "SPENDABLE", command };
    const source = createLiveSource({
      configuration: {
        surfaces: {
          aggregator: { ...surfaceAt(base), revoke: hook },
          news: { ...surfaceAt(base), revoke: hook },
        },
        network,
      },
      keys: { ...keys, aggregator: { ...keys.aggregator, revocable: "bk_aggregator-revocable" } },
    });
    onTestFinished(() => source.close());
    const revoked = (["aggregator", "news"] as const).map((surface) =>
      source.exchange({ ...later(withKey("revocable")), surface }),
    );
    const slow = source.exchange(spec("/slow", "aggregator"));
    while (unanswered.length === 0) await new Promise((done) => setTimeout(done, 5));
    await expect(readFile(log)).rejects.toThrow("ENOENT");
    for (const answer of unanswered) answer();
    await slow;
    const all = await Promise.all(revoked);
    expect(all.map(({ failure }) => failure)).toEqual([null, null]);
    expect((await readFile(log, "utf8")).split("\n").sort()).toEqual([
      "",
      "bk_aggregator-revocable",
      "bk_news-revocable",
    ]);
    expect(answered).toBe(3);
  });

  it("sends nothing where the command fails", async () => {
    const { source, seen } = await setting(() => 'echo "cannot revoke $REVOKE_KEY" >&2; exit 4');
    const all = await Promise.all([
      source.exchange(later(withKey("revocable"))),
      source.exchange(later(withKey("own"))),
    ]);
    for (const { failure, recorded } of all) {
      expect(failure).toEqual({
        kind: "not-sent",
        message: "the revoke command exited with 4: cannot revoke $SPENDABLE",
      });
      expect(recorded.attempts).toBe(0);
    }
    expect(seen).toEqual([]);
  });

  it("does not spend the key on a stopped surface", async () => {
    const { source, log } = await setting((file) => `touch '${file}'`);
    source.stop("news", "smoke step failed");
    const { failure } = await source.exchange(later(withKey("revocable")));
    expect(failure?.message).toBe("smoke step failed");
    await expect(readFile(log)).rejects.toThrow("ENOENT");
  });
});
