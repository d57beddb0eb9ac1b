import { describe, expect, test } from "vitest";
import { createCookieJar } from "../../harness/http/cookie-jar.ts";

describe("a cookie jar", () => {
  test("is empty at first, and after responses without cookies", () => {
    const jar = createCookieJar();
    expect(jar.header()).toBeNull();
    jar.keep({ "content-type": "application/json" });
    jar.keep({ "set-cookie": "" });
    jar.keep({ "set-cookie": "; Path=/" });
    expect(jar.header()).toBeNull();
  });

  test("keeps names and values, without attributes", () => {
    const jar = createCookieJar();
    jar.keep({ "set-cookie": "sid=a1; Path=/; HttpOnly" });
    expect(jar.header()).toBe("sid=a1");
  });

  test("tells cookies apart that are joined with commas, as dates contain them too", () => {
    const jar = createCookieJar();
    const expires = "Expires=Wed, 21 Oct 2099 07:28:00 GMT";
    jar.keep({ "set-cookie": `sid=a1; ${expires}, lang=en; ${expires}` });
    expect(jar.header()).toBe("sid=a1; lang=en");
  });

  test("a later value replaces an earlier one", () => {
    const jar = createCookieJar();
    jar.keep({ "set-cookie": "sid=a1" });
    jar.keep({ "set-cookie": "lang=en" });
    jar.keep({ "set-cookie": "sid=a2" });
    expect(jar.header()).toBe("sid=a2; lang=en");
  });

  test("is bounded", () => {
    const jar = createCookieJar();
    const many = Array.from({ length: 1000 }, (_, number) => `c${number}=x`);
    jar.keep({ "set-cookie": many.join(", ") });
    jar.keep({ "set-cookie": `long=${"x".repeat(5000)}` });
    expect(jar.header()?.length).toBeLessThan(200);
    expect(jar.header()).toMatch(/^c0=x; /);
  });
});
