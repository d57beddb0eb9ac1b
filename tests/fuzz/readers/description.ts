import { loadCatalogue } from "../../../contracts/load.ts";
import { discoverRoles } from "../../../description/discover-roles.ts";
import { driftOf } from "../../../description/drift.ts";
import { describedSurface } from "../../../description/operations.ts";
import { readDocument, withViolations } from "../../../description/read-description.ts";
import { referenceDocument } from "../../description/documents.ts";
import type { FuzzedReader } from "../fuzzed-reader.ts";

const url = "https://any.example/openapi.json";

export const description: FuzzedReader = {
  name: "description",
  seeds: async () =>
    (["aggregator", "news"] as const).map((surface) =>
      Buffer.from(JSON.stringify(referenceDocument(surface))),
    ),
  async read(input) {
    const document = await readDocument(url, async () => input.toString("utf8")).catch(
      (error: unknown) => {
        // A defect of ours has another class than the refusals.
        if (error instanceof TypeError || error instanceof RangeError) throw error;
        return null;
      },
    );
    if (document === null) return;
    await withViolations({ source: url, document, problem: null });
    const described = describedSurface(document);
    const contracts = loadCatalogue();
    for (const surface of ["aggregator", "news"] as const) {
      const operations = contracts.operations.filter((one) => one.surface === surface);
      discoverRoles(described, "", operations, () => undefined);
      driftOf(described, "", operations, [], contracts);
    }
  },
};
