import fc from "fast-check";
import { expect, test } from "vitest";
import { quoteValue } from "../../../contracts/describe-value.ts";
import { createRedactor } from "../../../harness/secrets/redaction.ts";

const secret = 'open "sesame" 7 and 9';
const redact = createRedactor([{ placeholder: "$GATE", value: secret }]);

test.each([8, 9, 12, secret.length - 1])(
  "a secret whose first %d characters are before a cut is not shown",
  (length) => {
    const before = "\u200b".repeat(512 - length);
    const shown = redact(`found ${quoteValue(`${before}${secret} and more`)}, not 1`);
    expect(shown).not.toContain(secret.slice(0, 4));
    expect(shown).toContain('[part of a secret]…", not 1');
  },
);

test("what was not cut, and a secret that is no part, stays", () => {
  for (const text of ['"open…"', '"an open …" "closed…"', 'open \\"sesame…', 'the "open"']) {
    expect(redact(text)).toBe(text);
  }
  const cut = 'open \\"ses…"';
  expect(redact(`"is ${cut} "${cut}`)).toBe('"is [part of a secret]…" "[part of a secret]…"');
});

test("the last character of a short secret is hidden with the others", () => {
  const hide = createRedactor([{ placeholder: "$PIN", value: "sesame" }]);
  expect(hide('"open sesam…"')).toBe('"open [part of a secret]…"');
});

test("no cut shows eight characters of a secret", () => {
  const parts = fc.array(fc.constantFrom("x", "…", '"', " ", secret), { maxLength: 60 });
  fc.assert(
    fc.property(parts, fc.nat(600), (some, more) => {
      const shown = redact(quoteValue("\u200b".repeat(more) + some.join("")));
      expect(shown).not.toContain('open \\"ses');
    }),
  );
});
