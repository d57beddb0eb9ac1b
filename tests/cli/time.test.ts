import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { command, inFolder } from "./command.ts";
import { commandProcess } from "./command-process.ts";
import { listening } from "./target.ts";

/** Milliseconds that a description takes to come, which is asked for before anything is judged. */
const slow = 700;

test("the time is that of the whole command, with what comes before and after the judging", async () => {
  await inFolder((cwd) =>
    listening(
      async (request, response) => {
        if (request.url === "/openapi.json") await wait(slow);
        response.writeHead(404).end();
      },
      async (url) => {
        const before = Date.now();
        const { stdout } = await commandProcess(
          ["run", "--quiet", "--news-url", url, "--openapi-news", `${url}/openapi.json`],
          { cwd, environment: { NEWS_API_KEY: "bk_somekey0123" } },
        );
        const wall = Date.now() - before;
        const report = JSON.parse(
          readFileSync(join(cwd, "conformance-report/report.json"), "utf8"),
        );
        const startedAt = Date.parse(report.startedAt);
        // The clock of a process begins a moment after whoever started it looked at theirs.
        expect(startedAt).toBeGreaterThanOrEqual(before - 50);
        expect(report.durationMs).toBeGreaterThanOrEqual(slow);
        const [, number, unit] = / in ([\d.]+) (ms|s)\n$/.exec(stdout) ?? [];
        const printed = Number(number) * (unit === "s" ? 1000 : 1);
        // Rounded to a tenth of a second where it is seconds.
        expect(printed).toBeGreaterThanOrEqual(report.durationMs - 50);
        expect(printed).toBeLessThanOrEqual(wall + 50);
        const ends = Object.values<{ startedAt: string; durationMs: number }>(report.exchanges).map(
          (exchange) => Date.parse(exchange.startedAt) + exchange.durationMs,
        );
        expect(startedAt + report.durationMs).toBeGreaterThanOrEqual(Math.max(...ends) - 50);
      },
    ),
  );
});

test("the time of a command begins with it, not with the process that it is part of", async () => {
  await inFolder(async (cwd) => {
    const words = ["run", "--reference", "--only", "ping.*", "--max-duration", "30"];
    const before = Date.now();
    await command(words, { cwd });
    const report = JSON.parse(readFileSync(join(cwd, "conformance-report/report.json"), "utf8"));
    expect(Date.parse(report.startedAt)).toBeGreaterThanOrEqual(before - 50);
    expect(report.durationMs).toBeLessThanOrEqual(Date.now() - before + 50);
  });
});

test("the time left is said from the first line of progress on", async () => {
  await inFolder(async (cwd) => {
    const words = ["run", "--reference", "--only", "ping.*", "--rate", "15"];
    const { stderr } = await commandProcess(words, { cwd });
    const [first = ""] = stderr.split("\n").filter((line) => line.includes(" %: "));
    expect(first).toMatch(/^\d0 %: \d+ of \d+ checks, \d+ s left,/);
  });
});
