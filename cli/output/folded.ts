import type { PagePart } from "../../reporters/formats/terminal.ts";
import type { Pipeline } from "./pipeline.ts";

/**
 * A part of a page between the markers with which a pipeline's log folds it under its first line.
 * @param shown the printed text
 * @param now Unix time in seconds, which GitLab requires
 */
export function folded(
  { fold }: PagePart,
  shown: string,
  pipeline: Pipeline | null,
  now: number,
): string {
  const end = shown.indexOf("\n");
  if (fold === null || pipeline === null || end === -1) return shown;
  const title = shown.slice(0, end);
  const body = shown.slice(end + 1);
  if (pipeline === "github") return `::group::${title}\n${body}\n::endgroup::`;
  const name = `news_conformance_${fold}`;
  return (
    `\u001b[0Ksection_start:${now}:${name}[collapsed=true]\r\u001b[0K${title}\n` +
    `${body}\n\u001b[0Ksection_end:${now}:${name}\r\u001b[0K`
  );
}
