import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { commands } from "../../cli/commands.ts";
import { findFault } from "../../reference/faults/index.ts";
import { command, type Ended, inFolder } from "./command.ts";
import { commandProcess } from "./command-process.ts";
import { configure, keysOf, withReference } from "./target.ts";

/** One folder's story: each line is carried out after the one before it. */
const stories: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "without a target": [
    ["--help"],
    ["list", "ping.*"],
    ["explain", "ping.message-pong"],
    ["openapi", "news", "latest"],
    ["schemas", "errors/legacy"],
    ["completion", "bash"],
    ["plan", "--reference", "--matrix", "smoke"],
    // The faults that it judges are in faults.test.ts.
    ["faults", "--list", "--only", "ping.*"],
    ["faults", "--only", "ping-shout"],
    ["init"],
    ["rnu"],
    ["run", "--onyl", "x"],
    ["verify", "nowhere"],
    ["show", "nowhere"],
    ["board", "nowhere"],
    ["merge", "nowhere", "elsewhere"],
  ],
  "a wrong target": [
    ["run", "--only", "plan.*", "ping.*", "--har", "--out", "first"],
    ["run", "--only", "plan.*", "ping.*", "--baseline", "first"],
    // With itself, since how fast two runs were answered is chance.
    ["compare", "first", "first/report.json"],
    ["verify", "first"],
    ["check-har", "first/traffic.har", "--out", "seen"],
    ["run", "--only", "pong.*", "--out", "seen"],
  ],
};

/** Without what differs from run to run: the folder, the port, times and ids. */
function settled({ code, stdout, stderr }: Ended, cwd: string) {
  const text = (said: string) =>
    said
      .replaceAll(cwd, "FOLDER")
      .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
      .replace(/\b(\d+ min )?\d+(\.\d+)? (ms|s|min)\b/g, "DURATION")
      .replace(/127\.0\.0\.1:\d+/g, "HOST")
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "UUID")
      .replace(/"?timestamp"?:.*/g, "TIMESTAMP")
      .replace(/^.* %: .*\n/gm, "");
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

/** What each line of a story comes to, and the files that are there in the end. */
async function tell(
  story: readonly (readonly string[])[],
  carryOut: typeof command,
): Promise<unknown> {
  const faults = [findFault("three-letter-countries")].filter((fault) => fault !== undefined);
  return inFolder((cwd) =>
    withReference(faults, async (server) => {
      const isTargeted = story.some(([name, option]) => name === "run" && option === "--only");
      if (isTargeted) configure(cwd, server);
      const environment = isTargeted ? keysOf(server) : {};
      const ends: unknown[] = [];
      for (const words of story) {
        const ended = await carryOut(words, { cwd, environment });
        ends.push({ words: words.join(" "), ...settled(ended, cwd) });
      }
      const files = readdirSync(cwd, { recursive: true }).map(String).sort();
      return { ends, files };
    }),
  );
}

describe("the compiled command, as a process, does what the command line does in a test's process", () => {
  test.for(Object.entries(stories))("%s", async ([, story]) => {
    expect(await tell(story, commandProcess)).toEqual(await tell(story, command));
  });

  test("by every command but serve, which goes on until it is stopped", () => {
    const told = new Set(Object.values(stories).flatMap((story) => story.map(([name]) => name)));
    const untold = Object.keys(commands).filter((name) => !told.has(name));
    expect(untold).toEqual(["serve"]);
  });
});

test("serve as a process says where it is, and ends with 0 when it is stopped", async () => {
  await inFolder(async (cwd) => {
    const interrupt = { signal: "SIGTERM", when: /http:\/\/127\.0\.0\.1:\d+/ } as const;
    const ended = await commandProcess(["serve"], { cwd, interrupt });
    expect(ended).toMatchObject({ code: 0 });
    expect(readdirSync(cwd)).toEqual([]);
  });
});

test("serve accepts the keys of the environment on every address, and prints none of them", async () => {
  await inFolder(async (cwd) => {
    const keys = {
      AGGREGATOR_API_KEY: "bk_of-the-aggregator-1",
      NEWS_REVOKED_KEY: "bk_old-news-2",
    };
    const words = ["serve", "--host", "0.0.0.0", "--keys-from-env"];
    let asked: Promise<readonly number[]> = Promise.resolve([]);
    const interrupt = {
      signal: "SIGTERM",
      when: /Press Ctrl-C/,
      before: (said: string) => {
        const [, aggregator, news] =
          /AGGREGATOR_BASE_URL=(\S+)\nexport NEWS_BASE_URL=(\S+)/.exec(said) ?? [];
        const ask = async (url: string, key: string) =>
          (await fetch(url, { headers: { "api-key": key } })).status;
        asked = Promise.all([
          ask(`${aggregator}/topics`, keys.AGGREGATOR_API_KEY),
          ask(`${aggregator}/topics`, "bk_another"),
          ask(`${news}/info/topics`, keys.NEWS_REVOKED_KEY),
        ]);
        return asked;
      },
    } as const;
    const ended = await commandProcess(words, { cwd, interrupt, environment: keys });
    expect(await asked).toEqual([200, 401, 401]);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(/^export AGGREGATOR_BASE_URL=http:\/\/127\.0\.0\.1:\d+$/m);
    expect(ended.stdout).toMatch(/^export NEWS_API_KEY=bk_/m);
    expect(ended.stdout).not.toContain("AGGREGATOR_API_KEY");
    expect(ended.stderr).toContain('curl -H "api-key: $AGGREGATOR_API_KEY"');
    for (const key of Object.values(keys)) expect(ended.stdout + ended.stderr).not.toContain(key);
  });
});
