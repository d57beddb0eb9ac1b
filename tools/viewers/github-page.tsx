import { marked } from "marked";
import { renderToString } from "preact-render-to-string";
import type { Annotation } from "../../reporters/formats/annotations.ts";
import { viewerPage } from "./viewer-page.ts";

export type GitHubTheme = "light" | "dark";

/** Annotations of a run, as the page of the run lists them above the summaries of its steps. */
export function githubAnnotations(annotations: readonly Annotation[]): string {
  return renderToString(
    <section class="frame">
      <h2>Annotations</h2>
      {annotations.map(({ level, title, text }) => (
        <div class={`annotation ${level}`}>
          <strong>{title}</strong>
          <pre>{text}</pre>
        </div>
      ))}
    </section>,
  );
}

/**
 * Markdown as GitHub shows it below a title.
 * @param markdown our own, in which text of a server is code
 */
export function githubMarkdown(title: string, markdown: string): string {
  const frame = renderToString(<h2>{title}</h2>);
  const body = marked.parse(markdown, { gfm: true, async: false });
  return `<section class="frame">${frame}<article class="markdown-body">${body}</article></section>`;
}

export function githubPage(sections: readonly string[], theme: GitHubTheme): string {
  return viewerPage(
    sections.join(""),
    [`node_modules/github-markdown-css/github-markdown-${theme}.css`, "tools/viewers/github.css"],
    ` data-theme="${theme}"`,
  );
}
