import { type ComponentChild, h } from "preact";
import { areas } from "../../../contracts/areas.ts";
import type { PageSection } from "./section.ts";

const outcomes = ["fail", "warn", "blocked", "skip", "error", "waived", "excluded", "pass"];

/** Leads through the page, and chooses what of it is shown; hidden where scripts don't run. */
export function FilterBar({ sections }: { sections: readonly PageSection[] }): ComponentChild {
  return h(
    "nav",
    { class: "bar", "aria-label": "This page" },
    h("a", { class: "skip", href: "#main" }, "Skip to the results"),
    h(
      "ul",
      { class: "contents" },
      sections.map(({ id, title }) => h("li", null, h("a", { href: `#${id}` }, title))),
    ),
    h(
      "form",
      { class: "filters", id: "filters", role: "search", hidden: true },
      h(
        "label",
        null,
        h("span", { class: "heard" }, "Text"),
        h("input", {
          type: "search",
          name: "text",
          placeholder: "Filter: press /",
          autocomplete: "off",
          spellcheck: false,
        }),
      ),
      choice("area", "every area", areas),
      choice("level", "must and should", ["must", "should"]),
      choice("outcome", "every outcome", outcomes),
      h("button", { type: "reset" }, "Clear"),
      h("output", { id: "shown", "aria-live": "polite" }),
    ),
  );
}

function choice(name: string, every: string, values: readonly string[]): ComponentChild {
  return h(
    "label",
    null,
    h("span", { class: "heard" }, name),
    h(
      "select",
      { name },
      h("option", { value: "" }, every),
      values.map((value) => h("option", { value }, value)),
    ),
  );
}
