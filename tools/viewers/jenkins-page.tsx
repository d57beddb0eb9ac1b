import { renderToString } from "preact-render-to-string";
import type { JenkinsCase } from "./jenkins.ts";
import { viewerPage } from "./viewer-page.ts";

/** Lines of the list of failed tests that the picture shows. */
const mostListed = 6;

/** The list of failed tests of a build, and the page of the first. */
export function jenkinsPage(cases: readonly JenkinsCase[]): string {
  const failed = cases.filter(({ status }) => status === "failed");
  const count = (wanted: JenkinsCase["status"]) =>
    cases.filter(({ status }) => status === wanted).length;
  const [first] = failed;
  const body = (
    <>
      <section>
        <h1>
          Test Result <span class="count">{cases.length}</span>
          <span class="pills">
            <span class="failed">✕ {count("failed")}</span>
            <span>⏭ {count("skipped")}</span>
            <span class="passed">✓ {count("passed")}</span>
          </span>
        </h1>
        <h2>All Failed Tests</h2>
        <table>
          <tr>
            <th>Name</th>
            <th>Age</th>
            <th>Duration</th>
          </tr>
          {failed.slice(0, mostListed).map((one) => (
            <tr>
              <td>
                <span class="failed">✕</span> {one.name} <span class="class">{classOf(one)}</span>
              </td>
              <td>1</td>
              <td>{durationOf(one)}</td>
            </tr>
          ))}
        </table>
      </section>
      {first === undefined ? null : <CasePage {...first} />}
    </>
  );
  return viewerPage(renderToString(body), ["tools/viewers/jenkins.css"]);
}

function classOf({ packageName, className }: JenkinsCase): string {
  return `${packageName}.${className}`;
}

function durationOf({ seconds }: JenkinsCase): string {
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} sec`;
}

function CasePage(one: JenkinsCase) {
  const boxes = [
    ["Error Details", one.errorDetails],
    ["Skip Message", one.skipMessage],
    ["Stack Trace", one.stackTrace],
    ["Standard Output", one.standardOutput],
  ] as const;
  return (
    <section>
      <h1>
        <span class="failed">✕</span> {one.name} <span class="class">{classOf(one)}</span>
      </h1>
      <p class="facts">
        Failing for the past 1 build · Took {durationOf(one)} (from {one.suite})
      </p>
      {boxes.map(([title, text]) =>
        text === null ? null : (
          <details open>
            <summary>{title}</summary>
            <pre>{text}</pre>
          </details>
        ),
      )}
    </section>
  );
}
