import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inFolder } from "./command.ts";
import { type InPlace, inFrontOf } from "./in-front-of.ts";
import { runAgainst, withReference } from "./target.ts";

/** An outage of one endpoint, however it is asked. */
const outage =
  (endpoint: string): InPlace =>
  (path, answer) => {
    if (path.split("?")[0] !== endpoint) return false;
    answer.writeHead(503, { "content-type": "application/json" }).end('{"gone":"for lunch"}');
    return true;
  };

test("what an outage of one endpoint blocks is one card with the request and what came of it", async () => {
  await inFolder((cwd) =>
    withReference([], (server) =>
      inFrontOf(server.newsUrl, outage("/info/countries"), async (newsUrl) => {
        const words = ["--news-url", newsUrl, "--no-description", "--retries", "0"];
        const only = ["--only", "endpoint:/info/countries", "endpoint:/info/topics"];
        const { code, stdout } = await runAgainst(server, cwd, [...words, ...only]);
        expect(code).toBe(3);
        const [, card = ""] = stdout.split(/^(?=\? \d+ checks blocked$)/m);
        expect(stdout.match(/^\? \d+ checks blocked$/gm)).toHaveLength(1);
        expect(card).toContain("Cause:         answered with 503 after all retries");
        expect(card).toContain(`GET ${newsUrl}/info/countries`);
        expect(card).toContain("for lunch");
        expect(card).toMatch(/^ {4}curl /m);
        expect(card).toMatch(/^ {4}(npx )?news-conformance run --only/m);
        const folder = join(cwd, "conformance-report");
        const junit = readFileSync(join(folder, "junit.xml"), "utf8");
        expect(junit).toContain("? 1 check blocked");
        expect(readFileSync(join(folder, "report.md"), "utf8")).toContain("checks blocked");
        expect(readFileSync(join(folder, "report.html"), "utf8")).toContain('id="blocked-1"');
      }),
    ),
  );
});
