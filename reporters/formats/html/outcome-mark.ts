import { type ComponentChild, h } from "preact";
import type { Mark } from "../../model/matrix.ts";

/** A mark in its colour and with its shape, and in words for whoever hears the page. */
export function OutcomeMark({
  mark,
  title,
}: {
  mark: Mark | null;
  title?: string;
}): ComponentChild {
  if (mark === null) return h("span", { class: "mark none", "aria-hidden": "true" }, "·");
  const words = title === undefined ? mark.meaning : `${title}: ${mark.meaning}`;
  return h(
    "span",
    { class: `mark ${mark.color}`, title: words },
    h("span", { "aria-hidden": "true" }, mark.shape),
    h("span", { class: "heard" }, words),
  );
}
