import { describe, expect, test } from "vitest";
import { loadCatalogue } from "../../../contracts/load.ts";
import type { RequestSpec } from "../../../harness/requests/request-spec.ts";
import { expectKeptApart, expectOwnEtags } from "../../../suites/matchers/caching.ts";
import { madeUpExchange } from "../sources.ts";
import { completeTarget } from "../target.ts";

const contracts = loadCatalogue();

type Form = "api-key" | "x-api-key" | "bearer";

function search(headers: Record<string, string>, form: Form = "api-key", version = "default") {
  const spec: RequestSpec = {
    surface: "aggregator",
    endpoint: "/search",
    version,
    credential: { kind: "key", key: "own", form },
    query: [["query", "coal"]],
  };
  return madeUpExchange(spec, { status: 200, body: "{}", headers });
}

const secured = { isProtected: true };

/** What `Vary` lacks; null if no shared cache may keep the response. */
function lacking(control: string, vary: string, form?: Form): string | null {
  const judged = expectKeptApart(search({ "cache-control": control, vary }, form), secured);
  if ("notOwed" in judged) return null;
  return judged[0]?.expected.split(", since")[0] ?? "";
}

describe("what shared caches may keep", () => {
  test.each<[string, Form]>([
    ["public, max-age=60", "bearer"],
    ["Public,Max-Age=60", "api-key"],
    ["s-maxage=60, max-age=0", "bearer"],
    ["max-age=60", "x-api-key"],
    ["public", "bearer"],
  ])("with %s and the key in %s, names the version and the key in Vary", (control, form) => {
    const header = form === "bearer" ? "authorization" : form;
    expect(lacking(control, "", form)).toBe(`api-version, ${header}`);
    expect(lacking(control, "Accept-Encoding, API-Version", form)).toBe(header);
    expect(lacking(control, header.toUpperCase(), form)).toBe("api-version");
    expect(lacking(control, `api-version ,${header}`, form)).toBe("");
    expect(lacking(control, "*", form)).toBe("");
  });

  test.each<[string, Form]>([
    ["", "api-key"],
    ["private, max-age=60", "api-key"],
    ["public, no-store", "api-key"],
    ["public, no-cache, max-age=60", "api-key"],
    ['no-cache="set-cookie", max-age=60', "api-key"],
    ["public, max-age=0", "api-key"],
    ["max-age=0", "api-key"],
    ["public, s-maxage=0, max-age=60", "api-key"],
    ["max-age=60", "bearer"],
    ["max-age=soon", "api-key"],
  ])("does not include a response with %s and the key in %s", (control, form) => {
    expect(lacking(control, "", form)).toBe(null);
  });

  test.each([
    ["0", false],
    ["soon", false],
    ["Thu, 01 Jan 1970 00:00:00 GMT", false],
    ["Sat, 02 Jan 2100 00:00:00 GMT", true],
  ])("without an age, follows Expires: %s", (expires, isKept) => {
    const judge = (headers: Record<string, string>, form?: Form) =>
      expectKeptApart(search({ ...headers, expires }, form), secured);
    expect("notOwed" in judge({ "cache-control": "public" })).toBe(!isKept);
    expect(judge({ "cache-control": "public, max-age=60" })).toHaveLength(1);
    expect("notOwed" in judge({})).toBe(!isKept);
    expect("notOwed" in judge({}, "bearer")).toBe(true);
  });

  test("does not name a key for what depends on none", () => {
    const [found] = Object.values(
      expectKeptApart(search({ "cache-control": "public, max-age=60" }), { isProtected: false }),
    );
    expect(found).toMatchObject({ expected: expect.stringMatching(/^api-version, since/) });
  });
});

describe("an ETag", () => {
  const context = {
    cell: { surface: "aggregator", endpoint: "/search", version: "2024-01-01", auth: null },
    target: completeTarget(),
    contracts,
  } as const;
  const judged = (own: string, other: string, otherVersion = "2022-01-01") =>
    expectOwnEtags(
      [
        search({ etag: own }, "bearer", "2024-01-01"),
        search({ etag: other }, "api-key", otherVersion),
      ],
      context,
    );

  test("is not that of another version at the same URL", () => {
    expect(judged('"a"', '"a"')).toMatchObject([{ path: "header:etag", actual: '"a" at both' }]);
    expect(judged('W/"a"', '"a"')).toEqual([]);
    expect(judged('"a"', '"b"')).toEqual([]);
  });

  test("may be that of another response of the same version", () => {
    expect(judged('"a"', '"a"', "2024-01-01")).toEqual({
      notOwed: "no response of another version has an ETag",
    });
  });

  test("that agrees once by chance shows nothing", () => {
    const [own, same, another] = [
      search({ etag: '"a"' }, "bearer", "2024-01-01"),
      search({ etag: '"a"' }, "api-key", "2022-01-01"),
      search({ etag: '"b"' }, "bearer", "2022-01-01"),
    ];
    expect(expectOwnEtags([own, same, another], context)).toEqual([]);
  });

  test("need not be there", () => {
    expect(judged("", '"a"')).toEqual({ notOwed: "no response has an ETag" });
  });
});
