import type { ComponentChild } from "preact";
import { plural } from "../../text/verdict-text.ts";
import type { ContractRow } from "../../view/contract-view.ts";
import { firstEntries } from "./detail.ts";
import { type PageProps, type PageSection, ScrollRegion } from "./section.tsx";

/** Detail with fewer entries leaves the section out. */
const leastEntries = 40;

/** What the answers of the run showed of the contracts, and what they never did. */
export function contractSection({ view, detail }: PageProps): PageSection | null {
  const { contract } = view;
  // In the least detail there is no room for what report.json has as well.
  if (contract === null || detail.entries < leastEntries) return null;
  return {
    id: "contract",
    title: "Contract coverage",
    folded: true,
    count: contract.share,
    body: (
      <ScrollRegion label="Contract coverage">
        <table class="drift">
          <thead>
            <tr>
              {["operation", "responses", "seen", "never seen", "seen once"].map((name) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {contract.rows.map((row) => (
              <OperationRow {...row} most={detail.entries} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    ),
  };
}

function OperationRow({ name, of, answers, share, never, once, most }: ContractRow & Most) {
  return (
    <tr>
      <th scope="row">
        <code>{name}</code>
        <small> {of}</small>
      </th>
      <td>{answers}</td>
      <td>{share}</td>
      <td>
        <Names names={never} most={most} />
      </td>
      <td>
        <Names names={once} most={most} />
      </td>
    </tr>
  );
}

interface Most {
  readonly most: number;
}

function Names({ names, most }: { readonly names: readonly string[] } & Most): ComponentChild {
  if (names.length === 0) return "–";
  const [shown] = firstEntries(names, most, "member");
  const left = names.length - shown.length;
  return (
    <>
      {shown.map((name, index) => (
        <>
          {index === 0 ? "" : ", "}
          <code>{name}</code>
        </>
      ))}
      {left === 0 ? "" : ` and ${plural(left, "more member")}`}
    </>
  );
}
