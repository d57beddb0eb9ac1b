import { describe, expect, it } from "vitest";
import { createRedactor } from "../../harness/secrets/redaction.ts";

describe("redactors of about the same secrets", () => {
  it("each has its own placeholders, also for the secrets of another one in another order", () => {
    const [one, other] = ["bk_test_3Jd8", "bk_test_9Qx2"];
    const secrets = [one, other].map((value, index) => ({ value, placeholder: `$KEY_${index}` }));
    const renamed = secrets
      .toReversed()
      .map((secret) => ({ ...secret, placeholder: `$NEW_${secret.placeholder.slice(1)}` }));
    const text = `${other} and ${one}`;
    expect(createRedactor(secrets)(text)).toBe("$KEY_1 and $KEY_0");
    expect(createRedactor(renamed)(text)).toBe("$NEW_KEY_1 and $NEW_KEY_0");
  });

  it("of secrets that differ in letter case only, the first is named", () => {
    for (const values of [
      ["bk_Test_3jd8", "BK_test_3JD8"],
      ["BK_test_3JD8", "bk_Test_3jd8"],
    ]) {
      const secrets = values.map((value, index) => ({ value, placeholder: `$KEY_${index}` }));
      expect(createRedactor(secrets)(values.join(" "))).toBe("$KEY_0 $KEY_0");
    }
  });

  it("parts are hidden only if they are asked for, whatever another one asks for", () => {
    const secret = { value: "bk_test_3Jd8Kq2vNx5Lw7Rz", placeholder: "$KEY" };
    const part = secret.value.slice(0, 16);
    const hide = createRedactor([{ ...secret, parts: true }]);
    expect(createRedactor([secret])(part)).toBe(part);
    expect(hide(part)).toBe("[part of a secret]");
  });
});
