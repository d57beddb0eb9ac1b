import { type ComponentChild, h } from "preact";
import type { DriftRow } from "../../description/drift.ts";
import {
  driftPlace,
  driftText,
  isPromise,
  promisesText,
  roleText,
} from "../description-summary.ts";
import type { ReportedDescription } from "../report.ts";
import { shortLine } from "../short-line.ts";
import { plural } from "../verdict-text.ts";
import type { PageProps, PageSection } from "./section.ts";

/** What each surface says of itself: the names found in it, and where it drifts. */
export function descriptionsSection({ report }: PageProps): PageSection | null {
  const described = Object.entries(report.descriptions);
  if (described.length === 0) return null;
  const telling = described.flatMap(([, { drift }]) => drift.filter((row) => !isPromise(row)));
  return {
    id: "descriptions",
    title: "What the server says of itself",
    count: telling.length === 0 ? "no drift" : `${plural(telling.length, "member")} drift`,
    body: described.map(([surface, description]) => one(surface, description)),
  };
}

function one(surface: string, description: ReportedDescription): ComponentChild {
  const { source, openapi, problem, roles, drift, driftLeftOut } = description;
  const telling = drift.filter((row) => !isPromise(row));
  const kept = drift.filter(isPromise);
  const promises = promisesText(drift);
  return h(
    "div",
    { class: "description" },
    h("h3", null, surface),
    h(
      "p",
      null,
      h("code", null, shortLine(source)),
      openapi === null ? null : ` OpenAPI ${shortLine(openapi)}`,
    ),
    problem === null ? null : h("p", { class: "notice" }, shortLine(problem)),
    roles.length === 0
      ? null
      : h(
          "ul",
          { class: "plain" },
          roles.map((role) => h("li", null, shortLine(roleText(role)))),
        ),
    telling.length === 0 ? null : driftTable(telling, `Drift of the ${surface} surface`),
    driftLeftOut === 0
      ? null
      : h("p", null, `${plural(driftLeftOut, "more member")} in report.json`),
    promises === null
      ? null
      : h(
          "details",
          null,
          h("summary", null, promises),
          driftTable(kept, `Promises of the ${surface} surface`),
        ),
  );
}

function driftTable(rows: readonly DriftRow[], label: string): ComponentChild {
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
              h("code", null, shortLine(row.member || "the body")),
              h("small", null, ` ${driftPlace(row)}`),
            ),
            ...[row.specification, row.description, row.server].map((text) =>
              h("td", null, text === null ? "–" : shortLine(text)),
            ),
            h("td", null, shortLine(driftText(row))),
          ),
        ),
      ),
    ),
  );
}
