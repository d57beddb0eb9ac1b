import { Buffer } from "node:buffer";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, inFolder } from "./command.ts";
import { commandProcess } from "./command-process.ts";
import { listening } from "./target.ts";

const secrets = {
  AGGREGATOR_API_KEY: "bk_canary-Aggregator/own+1",
  AGGREGATOR_REVOKED_KEY: "bk_canary-Aggregator-revoked-2",
  AGGREGATOR_SPARE_KEY: "bk_canary-Aggregator-spare-3",
  NEWS_API_KEY: "bk_canary-News-own-4",
  NEWS_REVOKED_KEY: "bk_canary-News-revoked-5",
  STAGING_GATE: "canary-gate-6-open-sesame",
};

/** Every form in which a key could stand in a text. */
function formsOf(secret: string): readonly string[] {
  return [
    secret,
    // What is left of it when a character is cut off is as good as the whole.
    secret.slice(0, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64").replace(/=+$/, "").slice(0, -1),
    JSON.stringify(secret).slice(1, -1),
    secret.toLowerCase(),
    secret.toUpperCase(),
  ];
}

test("no key stands in anything that is printed or written, though the server echoes all of them", async () => {
  await inFolder((cwd) =>
    listening(
      (request, response) => {
        // Everything that came in comes back: in the status line, headers and body, in odd places.
        const echo = JSON.stringify({ url: request.url, headers: request.headers });
        const all = `${request.headers.authorization ?? ""} ${request.headers["api-key"] ?? ""}`;
        response.writeHead(200, {
          "content-type": "application/json",
          "x-echo": encodeURIComponent(all),
          "set-cookie": `key=${encodeURIComponent(all)}`,
        });
        response.end(
          JSON.stringify({
            id: request.headers,
            message: all,
            version: Buffer.from(all).toString("base64"),
            metadata: { id: all.toUpperCase(), timestamp: echo },
            [`member ${all}`]: echo,
          }),
        );
      },
      async (url) => {
        const configuration = {
          surfaces: {
            aggregator: {
              baseUrl: `${url}/a`,
              revoke: { keyEnv: "AGGREGATOR_SPARE_KEY", command: "echo $REVOKE_KEY; exit 1" },
            },
            news: { baseUrl: `${url}/n` },
          },
          // biome-ignore lint/suspicious/noTemplateCurlyInString: the configuration's own template
          network: { headers: { "x-gate": "${STAGING_GATE}" } },
        };
        const file = join(cwd, "news-conformance.config.json");
        writeFileSync(file, JSON.stringify(configuration));
        const ended = await commandProcess(["run", "--har", "--allow-commands"], {
          cwd,
          environment: secrets,
        });
        expect(ended.code).toBe(1);
        const out = join(cwd, "conformance-report");
        const files = readdirSync(out);
        expect(files).toContain("report.json");
        const written = files.map((name) => [name, readFileSync(join(out, name), "utf8")] as const);
        const texts = [["stdout", ended.stdout], ["stderr", ended.stderr], ...written] as const;
        // The canary is alive: what was sent is in the report, with a name in place of the key.
        expect(ended.stdout + written.map(([, text]) => text).join("")).toContain(
          "$AGGREGATOR_API_KEY",
        );
        const report = JSON.parse(readFileSync(join(out, "report.json"), "utf8"));
        const sent = Object.values<{ request: { headers: object } }>(report.exchanges);
        const twoKeys = sent.filter(
          ({ request: { headers } }) => "api-key" in headers && "authorization" in headers,
        );
        expect(twoKeys.length).toBeGreaterThan(2);
        const found = texts.flatMap(([name, text]) =>
          Object.values(secrets)
            .flatMap(formsOf)
            .filter((form) => text.includes(form))
            .map((form) => `${name}: ${form}`),
        );
        expect(found).toEqual([]);
        // Taking the keys out must not make the folder look as if somebody else had changed it.
        const verified = await command(["verify", out], { cwd });
        expect(verified.stdout).not.toContain("is not what it claims to be");
        expect(verified.stderr).toBe("");
      },
    ),
  );
});
