import type { ComponentChild, ComponentChildren } from "preact";
import type { ReportView } from "../../view/report-view.ts";
import type { CellMasks } from "./cell-masks.ts";
import type { Detail } from "./detail.ts";

/** What every section is made from. */
export interface PageProps {
  readonly view: ReportView;
  readonly detail: Detail;
  readonly masks: CellMasks;
}

/** A part of the page with its heading; the list of contents leads to it. */
export interface PageSection {
  readonly id: string;
  readonly title: string;
  /** After the title, such as a number; null for nothing. */
  readonly count: string | null;
  /** Whether only the title is shown until it is opened. */
  readonly folded?: boolean;
  readonly body: ComponentChildren;
}

export function SectionView({
  id,
  title,
  count,
  folded = false,
  body,
}: PageSection): ComponentChild {
  const heading = (
    <h2 id={`${id}-title`}>
      {title}
      {count === null ? null : <small data-count> {count}</small>}
    </h2>
  );
  if (folded) {
    return (
      <details id={id} class="section">
        <summary>{heading}</summary>
        {body}
      </details>
    );
  }
  return (
    <section id={id} class="section" aria-labelledby={`${id}-title`}>
      {heading}
      {body}
    </section>
  );
}

/** Attributes that the filters of the page look at. */
export function filterable(one: {
  readonly area: string;
  readonly level: string;
  /** As `CellMasks` writes them. */
  readonly outcomes: string;
}): Readonly<Record<string, string>> {
  return { "data-area": one.area, "data-level": one.level, "data-in": one.outcomes };
}

/** The area that a requirement's id begins with. */
export function areaOf(requirement: string): string {
  return requirement.split(".", 1)[0] ?? "";
}

/** Scrollable parts can be reached and scrolled with the keyboard too (WCAG 2.1.1). */
export const scrollable = { tabIndex: 0 };

/** A table that may be wider than the page. */
export function ScrollRegion(props: {
  label: string;
  children: ComponentChildren;
}): ComponentChild {
  return (
    <section class="scroll" aria-label={props.label} {...scrollable}>
      {props.children}
    </section>
  );
}
