import { describe, expect, test } from "vitest";
import {
  describesCredential,
  isOrdinary,
  looksLikeCode,
  looksOpaque,
  mayBePassword,
  namesCredential,
} from "../../../harness/credentials/credentials.ts";

describe("names of credentials", () => {
  test.each([
    ...["Authorization", "X-Authentication", "credential", "aws_credentials", "token", "tokens"],
    ...["jwt", "bearer", "client_assertion", "secret", "app-secrets", "password", "passwd"],
    ...["passphrase", "passcode", "pwd", "otp", "X-Amz-Signature", "hmac", "sid", "csrf", "xsrf"],
    ...["Set-Cookie", "refreshtoken", "idtoken", "apikey", "X-API-Key", "accesskey", "accessToken"],
    ...["clientSecret", "client_id", "authtoken", "secretKey", "privatekey", "signing-key"],
    ...["sessionid", "X-Gateway-Token", "userToken", "API TOKEN", "token_id"],
    ...["csrfmiddlewaretoken", "wstoken", "PHPSESSID", "JSESSIONID", "php_sess_id", "appsecret"],
    ...["appsecret_proof", "dbpassword", "password1", "userpasswords2", "urlhmac", "psk"],
    ...["authentication", "credentials", "secrets", "cookie", "cookies"],
    ...["mnemonic", "assertion", "signature", "dbpasswd", "userpassphrase", "mycredential", "xjwt"],
    ...[
      "tokens12",
      "password123",
      "mysignature",
      "xapikey",
      "db-pass-word",
      "client_key",
      "session-key",
      "api_id",
    ],
    `${"x".repeat(94)}-token`,
    `${"x".repeat(200)}-token`,
  ])("%s is one", (name) => {
    expect(namesCredential(name)).toBe("yes");
  });

  test.each([
    ...["auth", "key", "keys", "ticket", "nonce", "pass", "userPin", "sig", "sha256Sig", "mac"],
    ...["session", "x-gate", "code", "state", "sso", "saml", "SAMLResponse", "verifier"],
    ...["x-challenge", "opaque"],
    ...["token_expires_in", "token_issued_at", "token_count", "password_length"],
  ])("%s may be one", (name) => {
    expect(namesCredential(name)).toBe("maybe");
  });

  test.each([
    ...["accept", "content-type", "monkey", "tokenizer", "passwordless", "secretary", "", "--"],
    ...["token_type", "tokenExpires", "token_expiry", "token-expiration"],
    ...["pass1word", "dbpassword1234"],
    "token_type_",
  ])("%s is none", (name) => {
    expect(namesCredential(name)).toBe("no");
  });
});

describe("texts that a machine made", () => {
  test.each([
    ["abcdefghijk1", true],
    ["ABCDEFGHIJK1", true],
    ["abcdefghij1", false],
    ["abcdefghijkl", false],
    ["123456789012", false],
    ["abc+def=ghi1", true],
    ["abc-def-ghi1", false],
    ["123e4567-e89b-12d3-a456-42661417400a", true],
    ["2026-05-25T12:00:00Z", false],
    ["Bearer abcdefghijk1", true],
    ["/paths/abcdefghijk1/etc", true],
    ["news-1.example.org", false],
  ])("%s looks like one: %s", (text, expected) => {
    expect(looksOpaque(text)).toBe(expected);
  });
});

test.each([
  ["realm", true],
  ["SignedHeaders", true],
  ["oauth_signature_method", true],
  ["token_type", true],
  ["response", false],
  ["realms of value", false],
  [`${"x".repeat(94)}_realm`, true],
  [`${"x".repeat(200)}_realm`, true],
])("%s describes a credential: %s", (name, expected) => {
  expect(describesCredential(name)).toBe(expected);
});

test.each([
  ...["type", "expires", "expiry", "expiration", "expires_in", "at", "count", "length"],
  ...["realm", "domain", "algorithm", "alg", "qop", "nc", "charset", "stale", "headers", "method"],
  ...["uri", "url", "path", "host", "scope", "scopes", "grant", "issuer", "iss", "audience", "aud"],
  ...["kind", "format", "version", "status", "message", "error", "description", "title", "label"],
  ...["timestamp", "ts", "time", "date", "created", "updated", "issued", "used", "limit", "size"],
])("%s next to a credential is no credential, and the word behind it may be", (name) => {
  expect(describesCredential(`token_${name}`)).toBe(true);
  expect(describesCredential(`${name}_token`)).toBe(false);
});

test.each([
  ["correct-horse", true],
  ["horse-12", true],
  ["horse-1", false],
  ["horse:2026-05", true],
  ["correct horse", false],
  ["horsehorse", false],
  ["2026-05-25T12:00:00Z", false],
  ["https://any.example", false],
  ["application/json", false],
])("%s may be a password: %s", (text, expected) => {
  expect(mayBePassword(text)).toBe(expected);
});

test.each([
  ["SplxlOBeZQQYbYSW", true],
  ["SplxlOBeZQQYbYS", false],
  ["splxlobezqqybysw", false],
  ["SPLXLOBEZQQYBYSW", false],
  ["SplxlOBeZQQ-bYSW", false],
])("%s looks like a code of letters: %s", (text, expected) => {
  expect(looksLikeCode(text)).toBe(expected);
});

describe("ordinary texts", () => {
  test.each([
    ["monday", true],
    ["Internationales", true],
    ["internationalism", false],
    ["123456789", true],
    ["1234567890", false],
    ["en-US", true],
    ["en_us", true],
    ["e1-US", false],
    ["eng-US", false],
    ["en-USA", false],
    ["a1", false],
    [" monday", false],
    ["monday ", false],
    ["", false],
  ])("%j is one: %s", (text, expected) => {
    expect(isOrdinary(text)).toBe(expected);
  });
});
