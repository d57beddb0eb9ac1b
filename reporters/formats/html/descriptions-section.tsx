import type { ComponentChild } from "preact";
import type { DriftRow } from "../../../description/drift.ts";
import {
  driftPlace,
  driftText,
  isPromise,
  promisesText,
  roleText,
} from "../../model/description-summary.ts";
import type { ReportedDescription } from "../../model/report.ts";
import { plural } from "../../text/verdict-text.ts";
import { type Detail, firstEntries, lineOf } from "./detail.ts";
import { type PageProps, type PageSection, ScrollRegion } from "./section.tsx";

/** What each surface says of itself: the names found in it, and where it drifts. */
export function descriptionsSection({ report, detail }: PageProps): PageSection | null {
  const described = Object.entries(report.descriptions);
  if (described.length === 0) return null;
  const telling = described.flatMap(([, { drift }]) => drift.filter((row) => !isPromise(row)));
  return {
    id: "descriptions",
    title: "What the server says of itself",
    count:
      telling.length === 0
        ? "no drift"
        : `${plural(telling.length, "member")} ${telling.length === 1 ? "drifts" : "drift"}`,
    body: described.map(([surface, description]) => one(surface, description, detail)),
  };
}

function one(surface: string, description: ReportedDescription, detail: Detail): ComponentChild {
  const { source, openapi, problem, roles, drift, driftLeftOut } = description;
  const telling = drift.filter((row) => !isPromise(row));
  const kept = drift.filter(isPromise);
  const promises = promisesText(drift);
  const [shown, more] = firstEntries(telling, detail.entries, "member");
  return (
    <div class="description">
      <h3>{surface}</h3>
      <p>
        <code>{lineOf(source, detail)}</code>
        {openapi === null ? null : ` OpenAPI ${lineOf(openapi, detail)}`}
      </p>
      {problem === null ? null : <p class="notice">{lineOf(problem, detail)}</p>}
      {roles.length === 0 ? null : (
        <ul class="plain">
          {roles.map((role) => (
            <li>{lineOf(roleText(role), detail)}</li>
          ))}
        </ul>
      )}
      {telling.length === 0 ? null : driftTable(shown, `Drift of the ${surface} surface`, detail)}
      {more === null ? null : <p>{more}</p>}
      {driftLeftOut === 0 ? null : <p>{plural(driftLeftOut, "more member")} differ.</p>}
      {promises === null ? null : (
        <details>
          <summary>{promises}</summary>
          {driftTable(kept.slice(0, detail.entries), `Promises of the ${surface} surface`, detail)}
        </details>
      )}
    </div>
  );
}

function driftTable(rows: readonly DriftRow[], label: string, detail: Detail): ComponentChild {
  return (
    <ScrollRegion label={label}>
      <table class="drift">
        <thead>
          <tr>
            {["member", "specification", "description", "server", "drift"].map((name) => (
              <th scope="col">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              <th scope="row">
                <code>{lineOf(row.member || "the body", detail)}</code>
                <small> {driftPlace(row)}</small>
              </th>
              {[row.specification, row.description, row.server].map((text) => (
                <td>{text === null ? "–" : lineOf(text, detail)}</td>
              ))}
              <td>{lineOf(driftText(row), detail)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
