import type { ComponentChild, ComponentChildren } from "preact";
import type { ReportView } from "../../model/report-view.ts";
import type { Detail } from "./detail.ts";

/** What every section is made from. */
export interface PageProps {
  readonly view: ReportView;
  readonly detail: Detail;
}

/** A part of the page with its heading; the list of contents leads to it. */
export interface PageSection {
  readonly id: string;
  readonly title: string;
  /** Behind the title, such as a number; null for nothing. */
  readonly count: string | null;
  readonly body: ComponentChildren;
}

export function SectionView({ id, title, count, body }: PageSection): ComponentChild {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {title}
        {count === null ? null : <small> {count}</small>}
      </h2>
      {body}
    </section>
  );
}

/** Attributes that the filters of the page look at. */
export function filterable(one: {
  readonly area: string;
  readonly level: string;
  readonly outcome: string;
}): Readonly<Record<string, string>> {
  return { "data-area": one.area, "data-level": one.level, "data-outcome": one.outcome };
}

/** The area that a requirement's id begins with. */
export function areaOf(requirement: string): string {
  return requirement.split(".", 1)[0] ?? "";
}

/** What scrolls can be reached and scrolled with the keyboard too (WCAG 2.1.1). */
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
