import { expect, test } from "vitest";
import { compiled, inOwnProcess, withThread } from "./in-own-process.ts";
import { watchingLimits } from "./promised-limits.ts";

/** Verifies a folder by a thread, and prints what is found, or the error with its kind. */
const verifying = `
  import { UsageError } from ${compiled("harness/settings/usage-error.js")};
  import { verifyInThread } from ${compiled("run/verify/verify-in-time.js")};
  const [thread, seconds] = process.argv.slice(2);
  const limits = { seconds: Number(seconds), memoryMb: 32 };
  const verified = await verifyInThread("/a/folder", new URL(thread), limits).catch((error) => ({
    isUsage: error instanceof UsageError,
    message: error.message,
  }));
  process.stdout.write(JSON.stringify(verified));
`;

/** What becomes of a verification by a thread that does this with `port` and `workerData`. */
function verifiedBy(code: string, seconds = 60): Promise<unknown> {
  const imports = 'import { parentPort as port, workerData } from "node:worker_threads";';
  return withThread(`${imports}\n${code}`, verifying, String(seconds));
}

test.each([
  ["no longer turns", "for (;;);", 0.5, "more than 0.5 s"],
  ["waits for ever", "port.on('message', () => {});", 0.5, "more than 0.5 s"],
  ["needs too much memory", "const all = []; for (;;) all.push([all]);", 60, "32 MB of memory"],
])("a folder whose verification %s can't be verified", async (_, code, seconds, limit) => {
  expect(await verifiedBy(code, seconds)).toEqual({
    isUsage: true,
    message: expect.stringContaining(limit),
  });
});

test.each([
  ["a wrong use", true],
  ["a defect", false],
])("%s is told as one", async (_, isUsage) => {
  const failure = { kind: "failed", message: "because", stack: "here", isUsage, hint: null };
  const told = await verifiedBy(`port.postMessage(${JSON.stringify(failure)});`);
  expect(told).toEqual({ isUsage, message: "because" });
});

test("what the thread finds is the result", async () => {
  const verification = "{ differences: [workerData], untold: [], files: [], report: {} }";
  const message = `{ kind: "result", result: ${verification} }`;
  expect(await verifiedBy(`port.postMessage(${message});`)).toMatchObject({
    differences: ["/a/folder"],
  });
});

test("by default it takes 60 seconds and 1 GiB at most", async () => {
  const module = `
    ${watchingLimits}
    const { verifyInTime } = await import(${compiled("run/verify/verify-in-time.js")});
    const message = await verifyInTime("/a/folder").catch((error) => error.message);
    process.stdout.write(JSON.stringify({ message, limited }));
  `;
  expect(await inOwnProcess(module)).toEqual({
    message: expect.stringContaining("takes more than 60 s"),
    limited: [{ memoryMb: 1024, input: "/a/folder" }],
  });
});
