import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { inFolder } from "./command.ts";
import { listening } from "./target.ts";

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
        const revoke = { keyEnv: "NEWS_SPARE_KEY", command: "exit 7 # of a test" };
        const surfaces = { news: { baseUrl: url, revoke } };
        writeFileSync(join(cwd, "c.json"), JSON.stringify({ surfaces }));
        const words = ["run", "--config", "c.json", "--only", "ping.message-pong", "--quiet"];
        const opened = openSync(errors, "w");
        // A process writes to a file at once, so that it shows the order.
        const child = spawn(process.execPath, ["--no-opt", main, ...words], {
          cwd,
          env: {
            PATH: process.env.PATH ?? "",
            NEWS_API_KEY: "bk_news-own-of-a-test",
            NEWS_SPARE_KEY: "bk_news-spare-of-a-test",
          },
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
