import { expect, test } from "vitest";
import { loadRegister } from "../../contracts/load.ts";
import { parseJson } from "../../harness/exchanges/parse-json.ts";
import { resultOf } from "../../suites/engine/judge.ts";

const long = "x".repeat(1_000_000);

/** The longest text in which secrets were looked for. */
function longestSearched(use: (redact: (text: string) => string) => unknown): number {
  let longest = 0;
  use((text) => {
    longest = Math.max(longest, text.length);
    return text;
  });
  return longest;
}

test("secrets are looked for in the first 16 KiB of a text that is shown", () => {
  const requirement = loadRegister().get("ping.message-pong");
  if (requirement === undefined) throw new Error("no such requirement");
  const place = { surface: "news", endpoint: "/ping", version: "default", auth: null } as const;
  const finding = { path: long, expected: long, actual: long, exchange: "e" };
  const judged = {
    outcome: "broken",
    message: long,
    findings: [finding],
    exchanges: ["e"],
  } as const;
  const inResult = longestSearched((redact) =>
    resultOf({ requirement, cell: place }, { ...judged, outcome: "fail" }, redact),
  );
  const inError = longestSearched((redact) => parseJson(Buffer.from(long), redact));
  expect([inResult, inError]).toEqual([16 * 1024, 16 * 1024]);
});
