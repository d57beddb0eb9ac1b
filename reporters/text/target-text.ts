import { surfaces } from "../../contracts/vocabulary.ts";
import type { Report } from "../model/report.ts";
import { shortLine } from "./short-line.ts";

/** What the reference server is called wherever a target is named. */
export const referenceText = "the built-in reference server";

/**
 * The name of a target wherever one is shown: `aggregator https://a.example, news https://n.example`, or
 * the reference server, which must not be mistaken for a server of the user. One line, safe to print.
 *
 * @param mark makes a base URL safe where plain text is not, as in Markdown
 */
export function targetText(target: Report["target"], mark = (url: string): string => url): string {
  if (target.embedded) return referenceText;
  const tested = surfaces.flatMap((surface) => {
    const baseUrl = target[surface];
    return baseUrl === null ? [] : [`${surface} ${mark(shortLine(baseUrl))}`];
  });
  return tested.length === 0 ? "no surface" : tested.join(", ");
}

/** The first line of every output: `target: aggregator https://a.example`. */
export function targetLine({ target, traffic }: Pick<Report, "target" | "traffic">): string {
  return `target: ${traffic === null ? "" : "recorded traffic of "}${targetText(target)}`;
}
