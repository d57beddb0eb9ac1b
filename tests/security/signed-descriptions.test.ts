import { describe, expect, test } from "vitest";
import { credentialsInUrl } from "../../harness/exchanges/url-credentials.ts";
import { command, inFolder } from "../cli/command.ts";
import { urls } from "../cli/described.ts";
import { keysOf, withReference } from "../cli/target.ts";
import { textsIn } from "./texts-in.ts";

/** What opens a description that is not public: a token, and the signature of a storage service. */
const secrets = ["s3cr3t-of-a-file", "8fB2c9%2Bsigned%2F0aX4", "8fB2c9+signed/0aX4"];
const query = `?v=2&token=${secrets[0]}&X-Amz-Signature=${secrets[1]}`;

describe("the credentials in the URL of a description", () => {
  test.each([
    ["answered", "/openapi.json"],
    ["not found", "/nowhere.json"],
  ])("are in nothing that is printed or written, if it is %s", async (_, path) => {
    await inFolder(async (cwd) => {
      await withReference([], async (server) => {
        const location = `${server.newsUrl}${path}${query}`;
        const described = ["--openapi-news", location, "--only", "ping.*", "description.*"];
        const words = [...urls(server), ...described];
        const environment = keysOf(server);
        const ran = await command(["run", ...words, "--har"], { cwd, environment });
        const planned = await command(["plan", ...words], { cwd, environment });
        const verified = await command(["verify"], { cwd, environment });
        const printed = [ran, planned, verified].map(({ stdout, stderr }) => stdout + stderr);
        const texts = [...printed, ...textsIn(cwd).map(([, text]) => text)];
        expect(texts.length).toBeGreaterThan(8);
        for (const secret of secrets) {
          expect(texts.filter((text) => text.includes(secret))).toEqual([]);
        }
        expect(texts.some((text) => text.includes(`${path}?v=2&token=[redacted]`))).toBe(true);
        expect(verified.code).toBe(0);
      });
    });
  });
});

test.each([
  ["https://a.example/openapi.json?v=2&format=json&branch=main", []],
  ["https://a.example/openapi.json?key=public&code=short", []],
  [
    "https://a.example/o?key=AIzaSy0123456789&sig=a1b2c3d4e5f6g7",
    ["AIzaSy0123456789", "a1b2c3d4e5f6g7"],
  ],
  ["https://a.example/o?private_token=letters", ["letters"]],
  ["/folder/file.json?token=letters", []],
  ["https://[", []],
  [null, []],
])("of %s are %j", (location, expected) => {
  expect(credentialsInUrl(location)).toEqual(expected);
});
