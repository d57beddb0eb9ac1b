import { describe, expect, test } from "vitest";
import { answered, body, posted, redactorOf, sent, text } from "./har-texts.ts";

describe("what is no credential stays", () => {
  const said =
    "2026-09-01, 2026-09-01T10:00:00.000Z, https://login.example/a?page=2, application/json, " +
    "AWS4-HMAC-SHA256, Digest, host;x-date, news-api-2, politics-and-economy, 12345678, 8392746, " +
    "npm_config_registry, npm_package_version, Basic authentication, authentication, " +
    "iphone-15-pro-max, AuthenticationHeader, at-least-twelve-characters, your-password-here, " +
    "step-by-step-guide, 3600 seconds, " +
    "8c1f0a2e-4a54-4d0b-9a0e-0f4f5f5f5f5f, The-secret-garden, iPhone15ProMaxUltra, staging, theme";
  test.each<[string, object]>([
    [
      "an item of the service",
      body({
        metadata: { id: "8c1f0a2e-4a54-4d0b-9a0e-0f4f5f5f5f5f", timestamp: "2026-09-01" },
        key: "politics-and-economy",
        articles: [
          { id: "politics-and-economy", title: "The-secret-garden", date: "2026-09-01" },
          { title: "Password: the-secret-garden is it", date: "2026-09-01" },
          { name: "secret", description: "iPhone15ProMaxUltra", total_hits: 12345678 },
        ],
        tags: ["secrets", "politics-and-economy", "staging"],
      }),
    ],
    [
      "what stands beside a credential",
      body({
        token: {
          type: "application/json",
          created: "2026-09-01T10:00:00.000Z",
          from: "2026-09-01",
          url: "https://login.example/a?page=2",
          scope: "politics-and-economy",
          length: 12345678,
        },
        max_tokens: 12345678,
        token_expires_at: 12345678,
        password: 8392746,
      }),
    ],
    [
      "parameters that describe a signature",
      sent({
        Authorization:
          'AWS4-HMAC-SHA256 SignedHeaders=host;x-date, algorithm="AWS4-HMAC-SHA256", realm="news-api-2"',
      }),
    ],
    ["cookies of ordinary words", sent({ Cookie: "theme=staging; day=2026; visits=12345678" })],
    [
      "names that look like the beginning of a token",
      body({
        env: "npm_config_registry npm_package_version ya29 sk-proj eyJust Basic authentication",
      }),
    ],
    [
      "paths",
      body({
        urls: [
          "/login/politics-and-economy",
          "/reset-password/The-secret-garden",
          "/login/2026-09-01T10:00:00.000Z",
          "/articles/8c1f0a2e-4a54-4d0b-9a0e-0f4f5f5f5f5f",
          "/register/iphone-15-pro-max",
          "/verify/AuthenticationHeader",
        ],
      }),
    ],
    [
      "elements beside one for a credential",
      posted(
        "<a><credential><title>The-secret-garden</title></credential><b>news-api-2</b>" +
          "<key>password</key><string>staging</string><string>politics-and-economy</string></a>",
      ),
    ],
    [
      "a page to sign in",
      text(
        "<form name=login action=/login/verify><label for=password>Password: at-least-twelve-characters</label>" +
          "<input type=password name=password placeholder='your-password-here' value=\"\"><input name=pin value=>" +
          "<p>Your token expires in 3600 seconds; see /help/reset-password/step-by-step-guide.</p></form>",
      ),
    ],
    [
      "programs",
      text("var a = {token: 'staging', key: 'The-secret-garden', title: 'news-api-2'}; it's theme"),
    ],
    [
      "sentences about credentials",
      body({
        said: [
          "The password has been set: see news-api-2, politics-and-economy, staging.",
          "news-api-2 is the realm of the token; the-secret-garden is your password hint",
          "docker run -u 1000:1000 news-api-2, curl -u user https://login.example/any",
        ],
      }),
    ],
    ["a redirect", answered({ Location: "https://login.example/a?page=2&code=staging" })],
  ])("%s", async (_name, entry) => {
    expect((await redactorOf(entry))(said)).toBe(said);
  });
});
