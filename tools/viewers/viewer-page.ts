import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A page for a picture: the body with a stylesheet of `tools/viewers/` and others. */
export function viewerPage(
  body: string,
  styles: readonly string[],
  attributes: string = "",
): string {
  const css = styles.map((file) => readFileSync(join(process.cwd(), file), "utf8")).join("\n");
  return `<!doctype html><html lang="en"${attributes}><meta charset="utf-8"><style>${css}</style><body>${body}</body></html>`;
}
