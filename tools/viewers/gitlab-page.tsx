import { renderToString } from "preact-render-to-string";
import type { GitLabCase, GitLabWidget } from "./gitlab.ts";
import { viewerPage } from "./viewer-page.ts";

/** The opened widget of a merge request, and the dialog "View details" of its first failure. */
export function gitlabPage({ summary, listed }: GitLabWidget, job: string): string {
  const [first] = listed;
  const body = (
    <>
      <section class="widget">
        <h2>
          <span class="warned">⚠</span> {summary}
        </h2>
        <div class="suite">
          <h3>
            <span class="failed">●</span> {summary.replace("Test summary", job)}
          </h3>
          <div class="list">
            <strong>New</strong>
            {listed.map(({ name }) => (
              <p>
                <span>
                  <span class="failed">●</span> {name}
                </span>
                <span class="link">View details</span>
              </p>
            ))}
          </div>
        </div>
      </section>
      {first === undefined ? null : <Details {...first} />}
    </>
  );
  return viewerPage(renderToString(body), ["tools/viewers/gitlab.css"]);
}

function Details({ classname, name, seconds, systemOutput }: GitLabCase) {
  return (
    <section class="modal">
      <h2>{classname}</h2>
      <dl>
        <dt>Name</dt>
        <dd>{name}</dd>
        <dt>Execution time</dt>
        <dd>{seconds < 1 ? `${(seconds * 1000).toFixed(2)}ms` : `${seconds.toFixed(2)}s`}</dd>
        <dt>System output</dt>
      </dl>
      <pre>{systemOutput}</pre>
    </section>
  );
}
