import { describe, expect, test } from "vitest";
import {
  describesCredential,
  isOrdinary,
  looksLikeCode,
  looksOpaque,
  mayBePassword,
  namesCredential,
} from "../../../harness/redaction/credentials.ts";

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
    `${"x".repeat(94)}-token`,
  ])("%s is one", (name) => {
    expect(namesCredential(name)).toBe("yes");
  });

  test.each([
    ...["auth", "key", "keys", "ticket", "nonce", "pass", "userPin", "sig", "sha256Sig", "mac"],
    ...["session", "x-gate", "code", "state", "sso", "saml", "SAMLResponse", "verifier"],
    "x-challenge",
  ])("%s may be one", (name) => {
    expect(namesCredential(name)).toBe("maybe");
  });

  test.each([
    ...["accept", "content-type", "monkey", "tokenizer", "passwordless", "secretary", "", "--"],
    ...["token_type", "tokenExpires", "token_expiry", "token-expiration", "token_expires_in"],
    ...["token_issued_at", "token_count", "password_length", "token_type_"],
    `${"x".repeat(95)}-token`,
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
])("%s describes a credential: %s", (name, expected) => {
  expect(describesCredential(name)).toBe(expected);
});

test.each([
  ["correct-horse", true],
  ["horse-12", true],
  ["horse-1", false],
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
