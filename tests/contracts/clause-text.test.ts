import { expect, test } from "vitest";
import { clauseText } from "../../contracts/clause-text.ts";

test.each<[readonly string[], string]>([
  [["Errors, rule 2"], "Errors, rule 2"],
  [["Errors, rule 2", "Limits, item 1"], "Errors, rule 2; Limits, item 1"],
  [['Topic, row "id"', 'Topic, row "name"'], 'Topic, rows "id", "name"'],
  [
    ['Topic, row "id"', 'Country, row "name"', 'Country, row "code"', "Limits, item 1"],
    'Topic, row "id"; Country, rows "name", "code"; Limits, item 1',
  ],
  [
    ['Versioning, first table, row "News: topics info"', 'Versioning, "When omitted"'],
    'Versioning, first table, row "News: topics info"; Versioning, "When omitted"',
  ],
])("%j is %s", (clauses, text) => {
  expect(clauseText(clauses)).toBe(text);
});
