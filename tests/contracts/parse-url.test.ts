import { describe, expect, test } from "vitest";
import { mayHaveLongHost, parseUrl } from "../../contracts/parse-url.ts";

/** Letters in no order: encoded in a host, a hundred thousand of them take a second. */
const letters = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    String.fromCharCode(0x4e00 + ((index * 7919) % 20_000)),
  ).join("");
const many = letters(900_000);

describe("a URL of somebody else", () => {
  test.each([
    "https://www.example.com/a?b#c",
    `https://example.com/${many}`,
    `https://example.com?${many}`,
    `https://example.com#${many}`,
    `https:\\\\example.com\\${many}`,
    `https://${"a".repeat(60)}:${"b".repeat(500)}@example.com/${"/".repeat(5000)}`,
    `file:///folder/${"a".repeat(5000)}`,
    `data:text/plain/${"a".repeat(5000)}`,
  ])("%# is what it is", (text) => {
    expect(parseUrl(text)?.href === new URL(text).href).toBe(true);
  });

  test("is the same however often it is read", () => {
    // A constant text, and more calls than it takes until a function is optimised.
    const text = "https://www.münchen.example/x";
    const readings = Array.from({ length: 60_000 }, () => parseUrl(text) !== null);
    expect(readings.indexOf(false)).toBe(-1);
  });

  test("is none if it is no URL", () => {
    expect(parseUrl("example.com")).toBeNull();
    expect(parseUrl("/path", "https://example.com")?.href).toBe("https://example.com/path");
    expect(parseUrl("http://[")).toBeNull();
  });

  test.each([
    `http://${many}.example/`,
    `http://${many}`,
    `//${many}/`,
    `http:${many}/`,
    `http:${"/".repeat(20)}${many}/`,
    `http:${"/".repeat(5000)}${many}/`,
    `http:/\n/\t/${many}/`,
    `http:${"\n/".repeat(2000)}${many}/`,
    `${"\t".repeat(5000)}http://${many}/`,
    `ht${"\n".repeat(5000)}tp://${many}/`,
    `http://a@${many}/`,
    `http:\\/\\${many}\\`,
    `http://xn--${"a1".repeat(450_000)}/`,
    `${" ".repeat(5000)}http://${many}/`,
  ])("%# is none, since its host is too long to be encoded in time", (text) => {
    expect(mayHaveLongHost(text)).toBe(true);
    expect(parseUrl(text, "https://example.com")).toBeNull();
  });
});
