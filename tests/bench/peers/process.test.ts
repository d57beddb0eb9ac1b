import { expect, test } from "vitest";
import { runProcess } from "../../../bench/peers/process.ts";

const node = (script: string, timeoutMs?: number) =>
  runProcess(process.execPath, ["-e", script], {
    cwd: ".",
    env: { GREETING: "hello" },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });

test("a process is given its environment, and what it prints is kept", async () => {
  const script = "console.log(process.env.GREETING); console.error('no'); process.exitCode = 3;";
  expect(await node(script)).toEqual({ code: 3, stdout: "hello\n", stderr: "no\n" });
});

test("a process that does not end is ended, with those that it has started", async () => {
  const endless = "setInterval(() => {}, 1000)";
  const script = `require("node:child_process").spawn(process.execPath, ["-e", "${endless}"], { stdio: "inherit" }); ${endless}`;
  expect(await node(script, 500)).toMatchObject({ code: null });
});

test("a program that is not there is an error", async () => {
  await expect(runProcess("/no/such/program", [], { cwd: "." })).rejects.toThrow("ENOENT");
});
