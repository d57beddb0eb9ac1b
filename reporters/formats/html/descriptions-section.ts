import { type ComponentChild, h } from "preact";
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
import type { PageProps, PageSection } from "./section.ts";

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
  return h(
    "div",
    { class: "description" },
    h("h3", null, surface),
    h(
      "p",
      null,
      h("code", null, lineOf(source, detail)),
      openapi === null ? null : ` OpenAPI ${lineOf(openapi, detail)}`,
    ),
    problem === null ? null : h("p", { class: "notice" }, lineOf(problem, detail)),
    roles.length === 0
      ? null
      : h(
          "ul",
          { class: "plain" },
          roles.map((role) => h("li", null, lineOf(roleText(role), detail))),
        ),
    telling.length === 0 ? null : driftTable(shown, `Drift of the ${surface} surface`, detail),
    more === null ? null : h("p", null, more),
    driftLeftOut === 0 ? null : h("p", null, `${plural(driftLeftOut, "more member")} differ.`),
    promises === null
      ? null
      : h(
          "details",
          null,
          h("summary", null, promises),
          driftTable(kept.slice(0, detail.entries), `Promises of the ${surface} surface`, detail),
        ),
  );
}

function driftTable(rows: readonly DriftRow[], label: string, detail: Detail): ComponentChild {
  return h(
    "div",
    { class: "scroll", tabIndex: 0, role: "region", "aria-label": label },
    h(
      "table",
      { class: "drift" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["member", "specification", "description", "server", "drift"].map((name) =>
            h("th", { scope: "col" }, name),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map((row) =>
          h(
            "tr",
            null,
            h(
              "th",
              { scope: "row" },
              h("code", null, lineOf(row.member || "the body", detail)),
              h("small", null, ` ${driftPlace(row)}`),
            ),
            ...[row.specification, row.description, row.server].map((text) =>
              h("td", null, text === null ? "–" : lineOf(text, detail)),
            ),
            h("td", null, lineOf(driftText(row), detail)),
          ),
        ),
      ),
    ),
  );
}
