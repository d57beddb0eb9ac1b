import { describe, expect, test } from "vitest";
import { credentialsInUrl } from "../../harness/secrets/url-credentials.ts";
import { command, inFolder } from "../cli/command.ts";
import { urls } from "../cli/described.ts";
import { keysOf, withReference } from "../cli/target.ts";
import { textsIn } from "./texts-in.ts";

/** What opens a description that is not public: a token, and the signature of a storage service. */
const secrets = [
  ...["s3cr3t-of-a-file", "8fB2c9%2Bsigned%2F0aX4", "8fB2c9+signed/0aX4"],
  ...["8x4kd92mf03ka7", "token-within-a-value"],
];
const query = `?v=2&token=${secrets[0]}&X-Amz-Signature=${secrets[1]}&rlkey=${secrets[3]}&a=b%26token%3D${secrets[4]}`;

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
  ["https://a.example/o.json?rlkey=8x4kd92mf03ka7&dl=1", ["8x4kd92mf03ka7"]],
  ["https://a.example/o.json?tempauth=v1.eJx9kT1Pw0a7", ["v1.eJx9kT1Pw0a7"]],
  ["https://a.example/o.json?8x4kd92mf03ka7", ["8x4kd92mf03ka7"]],
  ["https://a.example/o.json?SplxlOBeZQQYbYSWxSbIA", ["SplxlOBeZQQYbYSWxSbIA"]],
  ["https://a.example/o.json#token=s3cr3t-of-a-file", ["s3cr3t-of-a-file"]],
  ["https://a.example/o.json;token=s3cr3t-of-a-file?v=2", ["s3cr3t-of-a-file"]],
  ["https://a.example/token=s3cr3t-of-a-file/o.json", ["s3cr3t-of-a-file"]],
  ["https://a.example/token/8x4kd92mf03ka7/o.json", ["8x4kd92mf03ka7"]],
  ["https://a.example/o.json?a=b%26token%3Ds3cr3t-of-a-file", ["s3cr3t-of-a-file"]],
  [
    "https://a.example/get?url=https%3A%2F%2Fb.example%2Fo.json%3Ftoken%3Ds3cr3t-of-a-file",
    ["s3cr3t-of-a-file"],
  ],
  [
    "https://a.example/get?url=https%3A%2F%2Fb.example%2Fo%3Fu%3D%252Fo%253Ftoken%253Ds3cr3t-of-a-file",
    ["s3cr3t-of-a-file"],
  ],
  [
    "https://a.example/o.json?x=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmVk",
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmVk"],
  ],
  ["https://a.example/o.json?auth=correct-horse-battery", ["correct-horse-battery"]],
  ["https://a.example/o.json?code=12345678901234567890", ["12345678901234567890"]],
  ["https://a.example/o.json?X-Amz-Date=20260525T120000Z&X-Amz-Expires=600", []],
  ["https://raw.a.example/news/3f2a9c81b7d04e65a1f0/openapi-v2.json?raw=true#/paths/~1news", []],
  ["https://a.example/auth/openapi.json?state=draft", []],
  ["https://a.example/api/openapi.json?url=https%3A%2F%2Fb.example%2Finternational.json", []],
  ["/folder/file.json?token=letters", []],
  ["https://[", []],
  [null, []],
])("of %s are %j", (location, expected) => {
  expect(credentialsInUrl(location)).toEqual(expected);
});
