import type { ComponentChild } from "preact";
import { group } from "../../../contracts/group.ts";
import { plural } from "../../text/verdict-text.ts";
import type { DescriptionView, DriftLine } from "../../view/description-view.ts";
import { type Detail, firstEntries, lineOf } from "./detail.ts";
import { type PageProps, type PageSection, ScrollRegion } from "./section.tsx";

/** The OpenAPI description of each surface: the parameter names found in it, and where it drifts. */
export function descriptionsSection({ view, detail }: PageProps): PageSection | null {
  const { descriptions } = view;
  if (descriptions.length === 0) return null;
  const drifting = descriptions.reduce((sum, { drift }) => sum + drift.length, 0);
  return {
    id: "descriptions",
    title: "OpenAPI description of the server",
    folded: true,
    count:
      drifting === 0
        ? "no drift"
        : `${plural(drifting, "member")} ${drifting === 1 ? "drifts" : "drift"}`,
    body: descriptions.map((description) => <Description {...description} detail={detail} />),
  };
}

function Description(props: DescriptionView & { detail: Detail }): ComponentChild {
  const { surface, source, openapi, problem, roles, drift, driftLeftOut, promises, detail } = props;
  const [shown, more] = firstEntries(drift, detail.entries, "member");
  return (
    <div class="description">
      <h3>{surface}</h3>
      <p>
        <code>{lineOf(source, detail)}</code>
        {openapi === null ? null : ` OpenAPI ${lineOf(openapi, detail)}`}
      </p>
      {problem === null ? null : <p class="notice">{lineOf(problem, detail)}</p>}
      {roles.length === 0 ? null : (
        <details>
          <summary>{plural(roles.length, "parameter name")} found in it</summary>
          <ul class="plain">
            {roles.map((role) => (
              <li>{lineOf(role, detail)}</li>
            ))}
          </ul>
        </details>
      )}
      {drift.length === 0 ? null : (
        <DriftTable lines={shown} label={`Drift of the ${surface} surface`} detail={detail} />
      )}
      {more === null ? null : <p>{more}</p>}
      {driftLeftOut === 0 ? null : <p>{plural(driftLeftOut, "more member")} differ.</p>}
      {promises === null ? null : (
        <details>
          <summary>{promises.title}</summary>
          <DriftTable
            lines={promises.lines.slice(0, detail.entries)}
            label={`Promises of the ${surface} surface`}
            detail={detail}
          />
        </details>
      )}
    </div>
  );
}

interface DriftTableProps {
  readonly lines: readonly DriftLine[];
  readonly label: string;
  readonly detail: Detail;
}

/** What each of the three says of each member, under the place; a line says what the columns do not. */
function DriftTable({ lines, label, detail }: DriftTableProps): ComponentChild {
  return (
    <ScrollRegion label={label}>
      <table class="drift">
        <thead>
          <tr>
            {["member", "specification", "description", "server"].map((name) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        {[...group(lines, ({ place }) => place)].map(([place, same]) => (
          <tbody>
            <tr>
              <th scope="rowgroup" colSpan={4} class="place">
                {lineOf(place, detail)}
              </th>
            </tr>
            {same.map((line) => (
              <DriftRow line={line} detail={detail} />
            ))}
          </tbody>
        ))}
      </table>
    </ScrollRegion>
  );
}

function DriftRow({ line, detail }: { line: DriftLine; detail: Detail }): ComponentChild {
  const { member, specification, description, server, drift, tells } = line;
  const isSame = description !== null && description === specification;
  return (
    <tr>
      <th scope="row">
        <code>{lineOf(member, detail)}</code>
        {tells === "columns" ? null : <small>{lineOf(drift, detail)}</small>}
      </th>
      <td>{specification === null ? "–" : lineOf(specification, detail)}</td>
      <td class={isSame ? "quiet" : ""}>
        {isSame ? "the same" : description === null ? "–" : lineOf(description, detail)}
      </td>
      <td class="actual">{server === null ? "–" : lineOf(server, detail)}</td>
    </tr>
  );
}
