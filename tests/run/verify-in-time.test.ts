import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { UsageError } from "../../harness/configuration/usage-error.ts";
import { verifyInThread } from "../../run/verify/verify-in-time.ts";
import { inFolder } from "../cli/command.ts";

/** A thread that does this with `port` and `workerData`. */
function verifiedBy(code: string, seconds = 60) {
  return inFolder(async (folder) => {
    const file = join(folder, "thread.mjs");
    const imports = 'import { parentPort as port, workerData } from "node:worker_threads";';
    writeFileSync(file, `${imports}\n${code}`);
    return verifyInThread("/a/folder", pathToFileURL(file), { seconds, memoryMb: 32 });
  });
}

test.each([
  ["no longer turns", "for (;;);", 0.5, "more than 0.5 s"],
  ["waits for ever", "port.on('message', () => {});", 0.5, "more than 0.5 s"],
  ["needs too much memory", "let all = null; for (;;) all = { all };", 60, "32 MB of memory"],
])("a folder whose verification %s can't be verified", async (_, code, seconds, limit) => {
  const verified = verifiedBy(code, seconds);
  await expect(verified).rejects.toThrow(UsageError);
  await expect(verified).rejects.toThrow(limit);
});

test.each([
  ["a wrong use", "isUsage: true, hint: 'Do this.'", UsageError],
  ["a defect", "isUsage: false, hint: null", Error],
])("%s is told as one", async (_, kind, type) => {
  const failure = `{ kind: "failed", message: "because", stack: "here", ${kind} }`;
  const verified = verifiedBy(`port.postMessage(${failure});`);
  await expect(verified).rejects.toThrow("because");
  expect(await verified.catch((error: unknown) => error)).toBeInstanceOf(type);
});

test("what the thread finds is the result", async () => {
  const verification = "{ differences: [workerData], untold: [], files: [], report: {} }";
  const { differences } = await verifiedBy(
    `port.postMessage({ kind: "verified", verification: ${verification} });`,
  );
  expect(differences).toEqual(["/a/folder"]);
});
