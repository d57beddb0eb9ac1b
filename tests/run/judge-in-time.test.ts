import { expect, test } from "vitest";
import { compiled, inOwnProcess, withThread } from "./in-own-process.ts";
import { watchingLimits } from "./promised-limits.ts";

/** Judges recordings by a thread, and prints what is found, or the error with its kind. */
const judging = `
  import { UsageError } from ${compiled("harness/settings/usage-error.js")};
  import { judgeInThread } from ${compiled("run/recorded-traffic/judge-in-time.js")};
  const [thread, seconds] = process.argv.slice(2);
  const limits = { seconds: Number(seconds), memoryMb: 32 };
  const judged = await judgeInThread({ files: ["a.har"] }, new URL(thread), limits).catch((error) => ({
    isUsage: error instanceof UsageError,
    message: error.message,
  }));
  process.stdout.write(JSON.stringify(judged));
`;

test.each([
  ["no longer turns", "for (;;);", 0.5, "judging a.har takes more than 0.5 s"],
  ["needs too much memory", "const all = []; for (;;) all.push([all]);", 60, "32 MB of memory"],
  [
    "needs too much of the stack",
    `
      import { postResultOf } from ${compiled("run/supervision/post-result.js")};
      const within = (depth) => within(depth + 1) + 1;
      await postResultOf(async () => within(0));
    `,
    60,
    "takes more than the program can hold at once (Maximum call stack size exceeded)",
  ],
])("recordings whose judging %s are refused", async (_, code, seconds, message) => {
  expect(await withThread(code, judging, String(seconds))).toEqual({
    isUsage: true,
    message: expect.stringContaining(message),
  });
});

test.each([
  ["an empty one", 0, 0],
  ["one of 2.5 megabytes", 2.5, 3],
])("the time for recordings grows with their size: %s", async (_, size, megabytes) => {
  const module = `
    ${watchingLimits}
    import { writeFileSync } from "node:fs";
    import { fileURLToPath } from "node:url";
    const { judgeInTime } = await import(${compiled("run/recorded-traffic/judge-in-time.js")});
    const file = fileURLToPath(new URL("a.har", import.meta.url));
    writeFileSync(file, " ".repeat(${size} * 1024 * 1024));
    const message = await judgeInTime([file], {}, {}).catch((error) => error.message);
    process.stdout.write(JSON.stringify({ message, limited }));
  `;
  const more = 250 * megabytes;
  const limits = { ofEndpointMs: 10_000 + more, inAllMs: 45_000 + more };
  expect(await inOwnProcess(module)).toEqual({
    message: expect.stringContaining(`takes more than ${60 + megabytes} s`),
    limited: [{ memoryMb: 3072, input: expect.objectContaining({ limits }) }],
  });
});
