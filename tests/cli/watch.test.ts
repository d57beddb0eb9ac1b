import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Deviation } from "../../reference/faults/fault.ts";
import { command, inFolder } from "./command.ts";
import { configure, keysOf, withReference } from "./target.ts";
import { fault, out, reportIn } from "./verify/folder.ts";
import { type Said, type WatchedProcess, watchedProcess } from "./watched-process.ts";

/** A fault that can be repaired while its server runs. */
function repairable(name: string): { readonly deviation: Deviation; broken: boolean } {
  const own = fault(name);
  const state = {
    broken: true,
    deviation: {
      ...own,
      response: (...given: Parameters<NonNullable<Deviation["response"]>>) =>
        state.broken ? own.response?.(...given) : undefined,
    },
  };
  return state;
}

const records = ["run", "--allow-commands", "--format", "ndjson"];
/** What the fault of these tests breaks, and something that it doesn't. */
const only = ["--only", "error.current-members", "ping.*", "version:2026-05-25"];
const run = [...records, ...only];
const watch = [...run, "--watch"];

const isStart = ({ record }: Said) => record?.type === "start";
const isEnd = ({ record }: Said) => record?.type === "end";
const isError = ({ record }: Said) => record?.type === "error";
const isWaiting = ({ text }: Said) => text.startsWith("Waiting");

/** The next run: how many failures it is about, null for everything, and what it came to. */
async function nextRun(process: WatchedProcess) {
  const start = await process.next(isStart);
  const end = await process.next(isEnd);
  return { onlyFailed: start.record.onlyFailed, ...end.record };
}

describe("run --watch", () => {
  test("judges the last failures and then all when files change, also through a broken configuration", async () => {
    const server = repairable("null-message");
    await inFolder((cwd) =>
      withReference([server.deviation], async (reference) => {
        configure(cwd, reference);
        mkdirSync(join(cwd, "source"));
        const source = join(cwd, "source", "server.js");
        writeFileSync(source, "1");
        const options = { cwd, environment: keysOf(reference) };
        await watchedProcess([...watch, "--watch-path", "."], options, async (process) => {
          const first = await nextRun(process);
          expect(first).toMatchObject({ onlyFailed: null, verdict: "non-conformant" });
          const failed = first.counts.must.fail;
          await process.next(isWaiting);

          // As an editor saves: to a new file, which takes the place of the old one. Twice, since a watcher may
          // still look at the old one.
          for (const text of ["2", "3"]) {
            writeFileSync(`${source}.new`, text);
            renameSync(`${source}.new`, source);
            const again = await nextRun(process);
            expect(again).toMatchObject({ onlyFailed: failed, partial: true, exitCode: 1 });
            expect(await nextRun(process)).toMatchObject({ onlyFailed: null, exitCode: 1 });
            await process.next(isWaiting);
          }

          server.broken = false;
          writeFileSync(source, "4");
          const repaired = { verdict: "conformant", partial: true };
          expect(await nextRun(process)).toMatchObject({ ...repaired, onlyFailed: failed });
          expect(await nextRun(process)).toMatchObject({ ...repaired, onlyFailed: null });
          await process.next(isWaiting);
          expect(reportIn(join(cwd, out)).verdict).toBe("conformant");

          const configuration = join(cwd, "news-conformance.config.json");
          const right = readFileSync(configuration, "utf8");
          writeFileSync(configuration, right.replace('"surfaces"', '"sufaces"'));
          const { record } = await process.next(isError);
          expect(record.message).toContain("sufaces");
          expect(record.hint).toContain("surfaces");
          await process.next(isWaiting);
          writeFileSync(configuration, right);
          expect(await nextRun(process)).toMatchObject({ onlyFailed: null, exitCode: 0 });
          await process.next(isWaiting);

          process.kill("SIGINT");
          const { code, stderr } = await process.ended;
          expect(code).toBe(0);
          expect(stderr).toContain("changed: source/server.js");
          // Its own reports are within the watched folder.
          expect(stderr).not.toContain(`changed: ${out}`);
        });
      }),
    );
  });

  test("with --only-failed judges nothing else as long as something fails", async () => {
    const server = repairable("null-message");
    await inFolder((cwd) =>
      withReference([server.deviation], async (reference) => {
        configure(cwd, reference);
        const options = { cwd, environment: keysOf(reference) };
        expect((await command([...run, "--quiet"], options)).code).toBe(1);
        const file = join(cwd, "server.js");
        writeFileSync(file, "1");
        const words = [...watch, "--only-failed", "--watch-path", "server.js"];
        await watchedProcess(words, options, async (process) => {
          const { onlyFailed, counts } = await nextRun(process);
          expect(onlyFailed).toBe(counts.must.fail);
          await process.next(isWaiting);
          server.broken = false;
          writeFileSync(file, "2");
          expect(await nextRun(process)).toMatchObject({ onlyFailed, exitCode: 0 });
          await process.next(isWaiting);
          writeFileSync(file, "3");
          expect(await nextRun(process)).toMatchObject({ onlyFailed: null, exitCode: 0 });
          process.kill("SIGTERM");
          expect((await process.ended).code).toBe(0);
        });
      }),
    );
  });

  test("a change ends the run under way, whose results are not reported", async () => {
    await inFolder((cwd) =>
      withReference([], async (reference) => {
        configure(cwd, reference);
        const options = { cwd, environment: keysOf(reference) };
        // So slow that it goes on sending for most of a minute after its first result.
        const words = [...records, "--watch", "--rate", "20"];
        await watchedProcess(words, options, async (process) => {
          await process.next(({ record }) => record?.status === "pass");
          configure(cwd, reference, { failOn: "should" });
          await process.next(({ text }) =>
            text.startsWith("changed: news-conformance.config.json"),
          );
          await process.next(isStart);
          await process.next(({ record }) => record?.status === "pass");
          process.kill("SIGINT");
          const { record } = await process.next(isEnd);
          expect(record).toMatchObject({ interrupted: true, verdict: "incomplete", exitCode: 3 });
          const { code, stdout } = await process.ended;
          expect(code).toBe(3);
          expect(stdout.match(/"type":"start"/g)).toHaveLength(2);
          expect(stdout.match(/"type":"end"/g)).toHaveLength(1);
          expect(reportIn(join(cwd, out))).toMatchObject({ interrupted: true, failOn: "should" });
        });
      }),
    );
  });

  test("a server that was down is judged again when it is up", async () => {
    const refuse: RequestListener = (_, answer) => answer.writeHead(401).end("{}");
    const listen = async (port: number) => {
      const server = createServer(refuse);
      await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
      return server;
    };
    const server = await listen(0);
    const { port } = server.address() as AddressInfo;
    await new Promise((done) => server.close(done));
    await inFolder(async (cwd) => {
      const target = ["--news-url", `http://127.0.0.1:${port}`, "--no-description"];
      const words = ["run", ...target, "--format", "ndjson", "--watch", "--watch-path", "."];
      const options = { cwd, environment: { NEWS_API_KEY: "bk_n" } };
      await watchedProcess(words, options, async (process) => {
        expect((await nextRun(process)).problems[0]).toContain("nothing is listening");
        await process.next(({ text }) => text.startsWith("The server refused connections."));
        const up = await listen(port);
        expect((await nextRun(process)).problems[0]).toContain("is not at this base URL");
        up.closeAllConnections();
        await new Promise((done) => up.close(done));
      });
    });
  });
});

describe("what can't be watched is wrong use", () => {
  test.for<readonly [string, readonly string[], RegExp]>([
    [
      "without a file and a terminal",
      ["--reference", "--watch"],
      /--watch has nothing to wait for/,
    ],
    [
      "a path that is not there",
      ["--reference", "--watch", "--watch-path", "absent"],
      /there is no file or folder absent/,
    ],
    ["a path without --watch", ["--reference", "--watch-path", "."], /without --watch/],
    [
      "a configuration that is wrong from the start",
      ["--reference", "--watch", "--watch-path", ".", "--only", "pong.*"],
      /pong\.\* matches nothing/,
    ],
  ])("%s", async ([, words, says]) => {
    await inFolder(async (cwd) => {
      const { code, stderr, stdout } = await command(["run", ...words], { cwd });
      expect(stderr).toMatch(says);
      expect(stdout).toBe("");
      expect(code).toBe(2);
    });
  });
});
