// Starts the server on a free port, runs the suite against it, and ends with the suite's exit code. Options
// are handed on: npm run conformance -- --only 'ping.*'
import { spawn } from "node:child_process";
import { createNewsServer } from "./server.js";

const key = "bk_example-0123456789";
const server = createNewsServer([key]).listen(0, "127.0.0.1", () => {
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  const suite = spawn("news-conformance", ["run", ...process.argv.slice(2)], {
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, NEWS_BASE_URL: baseUrl, NEWS_API_KEY: key },
  });
  suite.once("exit", (code) => {
    process.exitCode = code ?? 1;
    server.close();
    server.closeAllConnections();
  });
});
