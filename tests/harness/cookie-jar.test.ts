import { describe, expect, test } from "vitest";
import { type CookieJar, createCookieJar } from "../../harness/http/cookie-jar.ts";
import type { Reply } from "../../harness/http/reply.ts";
import { spec, withKey } from "./live-sources.ts";

const answered = (headers: Readonly<Record<string, string>>): Reply => ({
  kind: "answered",
  status: 200,
  headers,
  body: new Uint8Array(),
  sentAt: 0,
  receivedAt: 0,
});

/** The response to a request with the own key. */
function keepOwn(jar: CookieJar, headers: Readonly<Record<string, string>>): void {
  jar.keep(withKey("own"), answered(headers));
}

describe("a cookie jar", () => {
  test("is empty at first, and after responses without cookies", () => {
    const jar = createCookieJar();
    expect(jar.header()).toBeNull();
    keepOwn(jar, { "content-type": "application/json" });
    keepOwn(jar, { "set-cookie": "" });
    keepOwn(jar, { "set-cookie": "; Path=/" });
    expect(jar.header()).toBeNull();
  });

  test("keeps nothing that is set without a key, or for another one", () => {
    const jar = createCookieJar();
    jar.keep(spec("/info/topics"), answered({ "set-cookie": "sid=a1" }));
    jar.keep(withKey("revocable"), answered({ "set-cookie": "sid=a1" }));
    expect(jar.header()).toBeNull();
  });

  test("keeps names and values, without attributes", () => {
    const jar = createCookieJar();
    keepOwn(jar, { "set-cookie": "sid=a1; Path=/; HttpOnly" });
    expect(jar.header()).toBe("sid=a1");
  });

  test("tells cookies apart that are joined with commas, as dates contain them too", () => {
    const jar = createCookieJar();
    const expires = "Expires=Wed, 21 Oct 2099 07:28:00 GMT";
    keepOwn(jar, { "set-cookie": `sid=a1; ${expires}, lang=en; ${expires}` });
    expect(jar.header()).toBe("sid=a1; lang=en");
  });

  test("a later value replaces an earlier one", () => {
    const jar = createCookieJar();
    keepOwn(jar, { "set-cookie": "sid=a1" });
    keepOwn(jar, { "set-cookie": "lang=en" });
    keepOwn(jar, { "set-cookie": "sid=a2" });
    expect(jar.header()).toBe("sid=a2; lang=en");
  });

  test("is bounded", () => {
    const jar = createCookieJar();
    const many = Array.from({ length: 1000 }, (_, number) => `c${number}=x`);
    keepOwn(jar, { "set-cookie": many.join(", ") });
    keepOwn(jar, { "set-cookie": `long=${"x".repeat(5000)}` });
    expect(jar.header()?.length).toBeLessThan(200);
    expect(jar.header()).toMatch(/^c0=x; /);
  });
});
