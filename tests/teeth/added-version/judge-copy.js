// Runs in a copy of the package, with the contracts and the reference server that it has, and prints what
// its suite comes to as JSON. Arguments: the version that was added to the aggregator there, the one before
// it, and the one that was added to the news surface.
import { pathToFileURL } from "node:url";

const [added, before, addedNews] = process.argv.slice(2);
const isAdded = (version) => version === added || version === addedNews;
const load = (file) => import(pathToFileURL(`${process.cwd()}/dist/${file}`).href);
const { canonicalRequest } = await load("harness/requests/request-spec.js");
const { wholePlan } = await load("run/whole-plan.js");
const { createReferenceJudge } = await load("teeth/judging/reference-judge.js");
const { inProcess } = await load("teeth/judging/in-process.js");
const { faultVerdict } = await load("teeth/judging/fault-verdict.js");
const { judgeMutants } = await load("teeth/mutants/judge-mutants.js");
const { scoreOf } = await load("teeth/mutants/run-mutants.js");
const { faults } = await load("reference/faults/index.js");
const { oneCellFaults } = await load("reference/faults/one-cell/one-cell-faults.js");
const { runOneCellFaults } = await load("teeth/one-cell/run-one-cell-faults.js");

const planned = wholePlan().map(({ requirement, cell, requests }) => ({
  requirement: requirement.id,
  ...cell,
  requests: requests.map(canonicalRequest),
}));

const reference = await createReferenceJudge(inProcess);
const shown = ({ requirement, surface, endpoint, version, auth, outcome, message }) =>
  `${requirement} ${surface} ${endpoint} ${version} ${auth} ${outcome}: ${message}`;
const isRed = ({ outcome }) => !["pass", "skip"].includes(outcome);

/** Servers that get the added version wrong, each in one way; what is red there. */
const inArticles = (change) => (response) => {
  for (const item of response.body?.news_articles ?? []) if (item.type === "article") change(item);
};
const deviations = [
  {
    name: "the default stays behind",
    cells: {
      surface: "aggregator",
      endpoint: ["/search", "/topics", "/geolocation"],
      version: "default",
    },
    request({ headers }) {
      headers["api-version"] = before;
    },
  },
  {
    name: "the member is never there",
    cells: { surface: "aggregator", version: added },
    response: inArticles((article) => {
      delete article.summary;
    }),
  },
  {
    name: "the member has another type",
    cells: { surface: "aggregator", version: added },
    response: inArticles((article) => {
      article.summary = [article.summary ?? ""];
    }),
  },
  {
    name: "the version before has the member too",
    cells: { surface: "aggregator", version: before },
    response: inArticles((article) => {
      article.summary = "It need not have it, but may.";
    }),
  },
];
const red = {};
for (const deviation of deviations) {
  const { results } = await reference.judge([{ sentence: "", ...deviation }]);
  red[deviation.name] = results
    .filter(isRed)
    .map(({ requirement, endpoint, version }) => `${requirement} ${endpoint} ${version}`);
}

/** The faults that are about versions, and those that act at an added one by name. */
const chosen = faults.filter(
  ({ breaks, cells }) => breaks.startsWith("version.") || [cells.version].flat().some(isAdded),
);
const verdicts = [];
for (const fault of chosen) {
  const { results } = await reference.judge([fault], "for red");
  const { verdict, unrelated } = faultVerdict(fault, results);
  verdicts.push({ name: fault.name, verdict, unrelated: unrelated.map(shown) });
}

const mutants = await judgeMutants(undefined, ({ operation }) => isAdded(operation.version));
const { total, killed, survivors, misblamed, overruled } = scoreOf(mutants);

/** The faults that act in one cell of a version, and how many there are by class. */
const inOneCell = (version) => oneCellFaults().filter(({ place }) => place.version === version);
const totals = (version) => {
  const counts = {};
  for (const { of } of inOneCell(version)) counts[of.name] = (counts[of.name] ?? 0) + 1;
  return counts;
};
const oneCell = {
  totals: { added: totals(added), before: totals(before), news: totals(addedNews) },
  classes: (await runOneCellFaults([...inOneCell(added), ...inOneCell(addedNews)])).classes,
};

console.log(
  JSON.stringify({
    planned,
    healthy: {
      total: reference.healthy.results.length,
      rest: reference.healthy.results.filter(({ outcome }) => outcome !== "pass").map(shown),
    },
    red,
    verdicts,
    mutants: { total, killed, survivors, misblamed, overruled },
    oneCell,
  }),
);
