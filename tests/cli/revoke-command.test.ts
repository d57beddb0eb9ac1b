import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { inFolder } from "./command.ts";
import { listening } from "./target.ts";
import { type Said, watchedProcess } from "./watched-process.ts";

const keys = {
  NEWS_API_KEY: "bk_news-own-of-a-test",
  NEWS_SPARE_KEY: "bk_news-spare-of-a-test",
};
const words = ["run", "--config", "c.json", "--only", "ping.message-pong", "version:default"];

/** Writes a configuration with this command as an editor does: a new file takes the place of the old one. */
function configure(cwd: string, baseUrl: string, command: string): void {
  const surfaces = { news: { baseUrl, revoke: { keyEnv: "NEWS_SPARE_KEY", command } } };
  writeFileSync(join(cwd, "c.json.new"), JSON.stringify({ surfaces }));
  renameSync(join(cwd, "c.json.new"), join(cwd, "c.json"));
}

const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

test("the command that revokes a key is printed before anything is sent", async () => {
  await inFolder(async (cwd) => {
    const errors = join(cwd, "errors.txt");
    // What was printed when the first request came.
    let before: string | null = null;
    await listening(
      (_request, answer) => {
        before ??= readFileSync(errors, "utf8");
        answer.end("{}");
      },
      async (url) => {
        configure(cwd, url, "exit 7 # of a test");
        const opened = openSync(errors, "w");
        // A process writes to a file at once, so that it shows the order.
        const child = spawn(process.execPath, ["--no-opt", main, ...words, "--quiet"], {
          cwd,
          env: { PATH: process.env.PATH ?? "", ...keys },
          stdio: ["ignore", "ignore", opened],
        });
        await new Promise((done) => child.once("close", done));
        closeSync(opened);
      },
    );
    expect(before).toContain("revoke command of news");
    expect(before).toContain("exit 7 # of a test");
  });
});

test("so is another one that the configuration has by the next run of --watch, and the same one only once", async () => {
  await inFolder((cwd) =>
    listening(
      (_request, answer) => void answer.end("{}"),
      async (url) => {
        const lines = new Set<string>();
        let isNew = (_text: string) => false;
        const isWaiting = ({ stream, text }: Said) => {
          if (stream === "stderr" && isNew(text)) lines.add(text);
          return text.startsWith("Waiting");
        };
        configure(cwd, url, "exit 7 # first");
        await watchedProcess([...words, "--watch"], { cwd, environment: keys }, async (process) => {
          await process.next(isWaiting);
          isNew = (text) => text.startsWith("revoke command of");
          configure(cwd, url, "exit 7 # second");
          await process.next(isWaiting);
          expect([...lines]).toEqual([expect.stringContaining("exit 7 # second")]);
        });
      },
    ),
  );
});
