import { describe, expect, test } from "vitest";
import { isOrdinary, namesCredential } from "../../harness/credentials/credentials.ts";
import { createHarSecrets } from "../../harness/har/har-secrets.ts";

const opaque = "Zq81Kq7Lm2Pv9Rt4Wy6Bn3Cd";
const words = "correct-horse-battery-staple";
const code = "SplxlOBeZQQYbYSWxSbIA";
const letters = "SplxlOBeZQQYbAQ";

const body = (value: unknown) => ({
  response: { headers: [], content: { text: JSON.stringify(value) } },
});
const sent = (name: string, value: string) => ({
  request: { url: "https://x.example/a", headers: [{ name, value }] },
});
const posted = (text: string) => ({ request: { headers: [], postData: { text } } });

async function redactorOf(entry: object) {
  const secrets = createHarSecrets();
  await secrets.look(entry);
  return secrets.redactor([]);
}

describe("the name says", () => {
  test.each([
    ...["pw", "db_pw", "passwort", "senha", "contraseña", "creds", "jws", "jwe", "appkey"],
    ...["app_key", "masterkey", "master-key", "privkey", "private_key", "encryptionKey", "totp"],
    ...[
      `x-${"a".repeat(100)}-token`,
      `password-${"a".repeat(100)}`,
      "ｐａｓｓｗｏｒｄ",
      "пароль",
      "비밀번호",
      "connectionString",
      "passkey",
      "Ｘ－Ａｐｉ－Ｋｅｙ",
    ],
  ])("%s grants access", (name) => expect(namesCredential(name)).toBe("yes"));

  test.each([
    ...["sign", "x-sign", "sgn", "oauth", "sas", "tok", "rlkey", "tempauth", "key2"],
    ...["password_at", "secret.in", "token_count"],
  ])("%s may grant access", (name) => expect(namesCredential(name)).toBe("maybe"));

  test.each([
    ...["signal", "assign", "design", "signup", "taken", "author", "lighthouse", "keyboard"],
    ...["expires_in", "published_at", "count", "token_type", "token_expires", "a".repeat(200)],
  ])("%s does not grant access", (name) => expect(namesCredential(name)).toBe("no"));
});

test.each([letters, "ZQqYbAQxLm", code])("%s is no word", (text) => {
  expect(isOrdinary(text)).toBe(false);
});

test.each([
  ...["staging", "STAGING", "Accepted", "isDarkModeOn", "darkModeEnabled", "LinkedIn", "YouTube"],
  ...["macOSVentura", "darkOLED", "en-GB", "8392746", "iPhoneXRMax", "McDonalds", "eBayUser"],
])("%s is ordinary", (text) => {
  expect(isOrdinary(text)).toBe(true);
});

const families: Readonly<
  Record<string, Readonly<Record<string, readonly [object, (string | number)?]>>>
> = {
  "values of letters": {
    "of a cookie": [sent("Cookie", `sid=${letters}`), letters],
    "of a header": [sent("Authorization", `Bearer ${letters}`), letters],
    "of a member": [body({ password: letters }), letters],
    "of a code in JSON": [posted(`{"grant_type":"authorization_code","code":"${code}"}`), code],
    "of a session in JSON": [body({ session: code }), code],
  },
  "a header of any name": {
    "with letters": [sent("x-whatever", code), code],
    "with several values": [sent("Sec-WebSocket-Protocol", `graphql-ws, ${opaque}`)],
  },
  "values of digits": {
    "of a one-time password": [body({ otp: "482913" }), "482913"],
    "of a number": [body({ otp: 482913 }), 482913],
    "of a code": [posted("phone=1&sms_code=482913"), "482913"],
    "of a passcode in a list of parameters": [
      { request: { headers: [], queryString: [{ name: "passcode", value: "482913" }] } },
      "482913",
    ],
    "of a password": [body({ password: "839274" }), "839274"],
    "of a cookie for a session": [sent("Cookie", "sid=8392746"), "8392746"],
  },
  "values under a name": {
    "that is long": [sent(`x-${"a".repeat(100)}-token`, words), words],
    "that ends like one for something else": [body({ password_at: opaque })],
  },
};

describe.each(Object.entries(families))("a credential is found in %s", (_, cases) => {
  test.each(Object.entries(cases))("%s", async (_name, [entry, secret = opaque]) => {
    const shown = (await redactorOf(entry))(`no such item: "${secret}", it says`);
    expect(shown).toMatch(/^no such item: "?\[redacted key\]"?, it says$/);
  });
});

test.each<[string, object]>([
  ["headers of any name", sent("x-whatever", "isDarkModeOn, staging, unauthenticated")],
  ["cookies", sent("Cookie", "a=true; lang=en; theme=dark; mode=isDarkModeOn; visits=482913")],
  [
    "members",
    body({
      token_count: 482913,
      max_tokens: 482913,
      tokens: "482913",
      token_limit: 83927461,
      total: 482913,
      expires_in: 482913,
      code: "InvalidAuthenticationHeader",
      state: "NorthRhineWestphalia",
      password: "required",
      authorization: "unauthenticated",
      sign: "Sagittarius",
      pin_code: "482913",
      password_changed_at: "2026-09-01T10:00:00.000Z",
    }),
  ],
  ["a form", posted("max_tokens=482913&code=InvalidAuthentication&state=NorthRhineWestphalia")],
])("what is no credential stays: %s", async (_, entry) => {
  const said =
    "true en dark isDarkModeOn 482913 83927461 InvalidAuthenticationHeader NorthRhineWestphalia " +
    "required unauthenticated Sagittarius 2026-09-01T10:00:00.000Z";
  expect((await redactorOf(entry))(said)).toBe(said);
});
