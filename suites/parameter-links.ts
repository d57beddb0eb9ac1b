import type { Ask } from "../harness/ask.ts";
import type { Exchange } from "../harness/exchange.ts";
import { ask, at, needRole, ordinary } from "./asks.ts";
import { type CellFilter, cellsOf } from "./cells.ts";
import {
  type Check,
  type CheckContext,
  type Exchanges,
  type Found,
  type Need,
  type Needs,
  skip,
} from "./check.ts";
import { isServedWithKey, successBody } from "./matchers/answer.ts";
import { entries, member } from "./matchers/json.ts";
import { differs } from "./parameter-filters.ts";
import { isServedLikePlain } from "./success.ts";

const explicitCurrent = (endpoints: readonly string[]): CellFilter => ({
  endpoints,
  age: "current",
  default: "without",
});

/** Two topics that the specification names; the one that is not the sample is the other. */
const namedTopics = ["TECHNOLOGY", "BUSINESS"] as const;

/** Different identifiers of the entries of a list, the first and the last. */
function idsIn(exchange: Exchange | undefined, list: string, name: string): readonly string[] {
  if (exchange === undefined) return [];
  const ids = entries(member(successBody(exchange), list))
    .map((entry) => member(entry, name))
    .filter((id) => typeof id === "string");
  const ends = [ids[0], ids.at(-1)].filter((id) => id !== undefined);
  return ends.length > 0 ? [...new Set(ends)] : skip(`no ${list} in the answer to follow`);
}

function numbered(needs: readonly Need[]): Needs {
  return Object.fromEntries(needs.map((need, index) => [`link ${index + 1}`, need]));
}

function linksServed(exchanges: Exchanges, context: CheckContext): readonly Found[] {
  return Object.entries(exchanges)
    .filter(([name]) => name.startsWith("link "))
    .flatMap(([, exchange]) =>
      isServedLikePlain(exchange, context).map((found) => ({
        ...found,
        expected: `${found.expected} to ${exchange.ask.query.map((pair) => pair.join("=")).join("&")}`,
        exchange: exchange.id,
      })),
    );
}

/** The first subtopic link of the sample topic, asked for with its topic and, where refused, alone. */
function subtopicNeeds(exchange: Exchange | undefined, context: CheckContext): readonly Need[] {
  const subtopic = needRole(context, "topics", "subtopic");
  const topic = exchange?.ask.query[0];
  return idsIn(exchange, "subtopic_links", "subtopic_id").map((id) => {
    const alone = ask(context, [[subtopic, id]]);
    const both: Ask | null = topic === undefined ? null : ask(context, [topic, [subtopic, id]]);
    return both === null ? alone : ([both, alone] as const);
  });
}

export const linkChecks: readonly Check[] = [
  {
    kind: "each",
    requirement: "parameter.topic-accepted",
    cells: (subject, contracts) =>
      cellsOf(subject, contracts, { endpoints: ["/topics"], default: "without" }, "turns"),
    asks: (context) => {
      needRole(context, "topics", "topic");
      return [ordinary(context)];
    },
    judge: isServedWithKey,
  },
  {
    kind: "together",
    requirement: "parameter.topic-changes-result",
    cells: (subject, contracts) =>
      cellsOf(subject, contracts, explicitCurrent(["/topics"]), "turns"),
    asks: (context) => {
      const name = needRole(context, "topics", "topic");
      const sample = context.subject.samples(context.cell.surface).topic;
      const other = namedTopics.find((topic) => topic !== sample) ?? namedTopics[1];
      return {
        first: ordinary(context),
        second: ask(context, [[name, other]]),
      };
    },
    judge: ({ first, second }, context) => differs(first, second, context),
  },
  {
    kind: "together",
    requirement: "parameter.navigation-link-opens",
    plain: (context) => ordinary(at(context, "/topics")),
    cells: (subject, contracts) =>
      cellsOf(subject, contracts, explicitCurrent(["/search", "/topics"]), "turns"),
    asks: (context) => {
      needRole(context, "topics", "topic");
      return { from: ordinary(context) };
    },
    follow: ({ from }, context) => {
      const topics = at(context, "/topics");
      const name = needRole(context, "topics", "topic");
      return numbered(
        idsIn(from, "navigation_links", "topic_id").map((id) => ask(topics, [[name, id]])),
      );
    },
    judge: linksServed,
  },
  {
    kind: "together",
    requirement: "parameter.subtopic-link-opens",
    plain: ordinary,
    cells: (subject, contracts) =>
      cellsOf(subject, contracts, explicitCurrent(["/topics"]), "turns"),
    asks: (context) => {
      needRole(context, "topics", "subtopic");
      return { from: ordinary(context) };
    },
    follow: ({ from }, context) => numbered(subtopicNeeds(from, context)),
    judge: linksServed,
  },
  {
    kind: "together",
    requirement: "parameter.subtopic-changes-result",
    cells: (subject, contracts) =>
      cellsOf(subject, contracts, explicitCurrent(["/topics"]), "turns"),
    asks: (context) => {
      needRole(context, "topics", "subtopic");
      return { from: ordinary(context) };
    },
    follow: ({ from }, context) => numbered(subtopicNeeds(from, context)),
    judge: (exchanges, context) => {
      const { from, ...links } = exchanges;
      const all = Object.values(links).map((link) => differs(from, link, context));
      return all.some((findings) => findings.length === 0) ? [] : (all[0] ?? []);
    },
  },
];
