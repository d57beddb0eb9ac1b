import { afterEach, describe, expect, test, vi } from "vitest";
import { loadCatalogue } from "../../contracts/load.ts";

const entries = 1000;
const lists = loadCatalogue().operations.filter(({ list }) => list !== null);

afterEach(() => vi.restoreAllMocks());

/** How many entries of arrays are copied by `concat` while something runs. */
function copiedWhile(run: () => void): number {
  let copied = 0;
  const concat = Array.prototype.concat;
  vi.spyOn(Array.prototype, "concat").mockImplementation(function (this: unknown[], ...more) {
    copied += this.length;
    return concat.apply(this, more);
  });
  run();
  vi.restoreAllMocks();
  return copied;
}

describe("a list whose every entry is wrong is validated in linear time", () => {
  test.each(lists.map((operation) => [`${operation.endpoint} ${operation.version}`, operation]))(
    "%s",
    (_, operation) => {
      const wrong = () => ({ name: 1, subtopics: [{}, {}], languages: [{}, {}], source: 1 });
      const body = { [operation.list ?? ""]: Array.from({ length: entries }, wrong) };
      let findings = 0;
      // No error is copied as often as there are errors after it.
      const copied = copiedWhile(() => {
        findings = operation.validateSuccess(body).length;
      });
      expect(findings).toBeGreaterThanOrEqual(200);
      expect(copied).toBeLessThan(10 * entries);
    },
  );
});
