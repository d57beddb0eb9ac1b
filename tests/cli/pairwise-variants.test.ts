import { expect, test } from "vitest";
import { findVariant } from "../../reference/variants/index.ts";
import { inFolder } from "./command.ts";
import { configure, runAgainst, withReference } from "./target.ts";

/** What such a server has least of may be all that few requests ask for in some cell. */
test.each([
  "other-forms-of-keys-accepted",
  "nothing-related",
  "publisher-countries-in-lower-case-only",
])("few requests leave no run incomplete: %s", async (name) => {
  await inFolder((cwd) =>
    withReference([findVariant(name)], async (server) => {
      configure(cwd, server);
      const { code, stdout } = await runAgainst(server, cwd, ["--matrix", "pairwise"]);
      expect(stdout).toMatch(/^conformant: /m);
      expect(code).toBe(0);
    }),
  );
});
