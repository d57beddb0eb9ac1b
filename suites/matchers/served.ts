import type { Operation, SchemaFinding } from "../../contracts/catalogue.ts";
import { defaultVersion } from "../../contracts/words.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { canonicalAsk } from "../../harness/exchanges/request-spec.ts";
import { cellsOf, turn } from "../engine/cells.ts";
import {
  type CheckContext,
  type EachCheck,
  type Found,
  isAlternatives,
  type Judgement,
  type Need,
  skip,
} from "../engine/check.ts";
import { describedSchema, integerWithin } from "../requests/described-values.ts";
import {
  alternatives,
  ask,
  elsewhere,
  ordinary,
  role,
  searchAsk,
  textWithoutHits,
  withDocumentedCodes,
  withoutParameters,
} from "../requests/ordinary-requests.ts";
import { expectServedWithKey, successBody } from "./answer.ts";
import { schemaFindings } from "./schema-findings.ts";

/** The operation of a cell; the matrix is made of the contracts, so there is one. */
export function operationOf({ cell, contracts }: CheckContext): Operation {
  const operation = contracts.operation(cell.surface, cell.endpoint, cell.version);
  if (operation === null) throw new Error(`no operation for ${cell.endpoint} at ${cell.version}`);
  return operation;
}

/**
 * The cell's place without the version header, where that means a version of the same generation; else
 * the cell as it is. What is asked without the header is asked once for all such versions.
 */
export function withoutHeader(context: CheckContext): CheckContext {
  const { cell, contracts } = context;
  const own = contracts.operation(cell.surface, cell.endpoint, cell.version);
  const byDefault = contracts.operation(cell.surface, cell.endpoint, defaultVersion);
  const isSame = own === null || own.generation === byDefault?.generation;
  return isSame ? { ...context, cell: { ...cell, version: defaultVersion } } : context;
}

/**
 * Expects a 200 with the body of its version. What is wrong with the body of the plain request as
 * well is said by the requirement that it breaks, and not once more for each peculiar request.
 */
export function expectServedLikePlain(exchange: Exchange, context: CheckContext): readonly Found[] {
  const findings = expectServedWithKey(exchange);
  if (findings.length > 0) return findings;
  const known = new Set(
    context.plain === undefined ? [] : brokenIn(context.plain, context).map(ruleOf),
  );
  return brokenIn(exchange, context).filter((found) => !known.has(ruleOf(found)));
}

/** What breaks the schema of an exchange's own endpoint and version, which need not be the cell's. */
function brokenIn(
  { ask, answer }: Exchange,
  { contracts }: CheckContext,
): readonly SchemaFinding[] {
  const operation = contracts.operation(ask.surface, ask.endpoint, ask.version);
  if (operation === null || answer === null || !answer.json.ok) return [];
  return schemaFindings(answer.json.value, operation);
}

/** A rule of a schema, whichever entry of a list breaks it. */
function ruleOf({ requirement, path }: SchemaFinding): string {
  return `${requirement} ${path.replace(/\/\d+(?=\/|$)/g, "/*")}`;
}

/** A search that should find nothing; null where the name of the search text is not known. */
export function withoutHits(context: CheckContext): Need | null {
  if (context.cell.endpoint === "/search") return searchAsk(context, textWithoutHits);
  if (context.cell.endpoint === "/geolocation") {
    return ask(context, [["location", textWithoutHits]]);
  }
  if (context.cell.endpoint !== "/search/publishers") return null;
  const query = role(context, "publishers", "query");
  return query === null ? null : ask(context, [[query, textWithoutHits]]);
}

/** Endpoints all of whose parameters are optional and whose ordinary request has some. */
const optionalOnly = new Set(["/search", "/topics"]);

/**
 * The requests of a cell that owe a success body: the ordinary one, and where it is the style's turn
 * at an explicit version also the one without parameters.
 */
export function successNeeds(context: CheckContext): readonly Need[] {
  const bare = isDatedTurn(context) && optionalOnly.has(context.cell.endpoint);
  return [ordinary(context), ...(bare ? [withoutParameters(context)] : [])];
}

/** Whether it is the turn of the cell's style, at a dated version: there the further requests are made. */
function isDatedTurn({ cell, contracts }: CheckContext): boolean {
  return cell.version !== defaultVersion && cell.auth === turn(contracts, cell);
}

/** Numbers of publishers that are asked for: the lowest, the highest and one between. */
export const goodResultCounts = ["1", "37", "100"] as const;

/**
 * The second page, three items long, as far as the names of these roles are known, and within the bounds
 * that the description gives them. Where it gives none, a size that is refused may be too small here: then
 * ten, and then whatever the server takes.
 */
export function secondPage(context: CheckContext): Need | null {
  const within = (name: string, preferred: number) =>
    String(integerWithin(describedSchema(context, "search", name), preferred));
  const [page, size] = ["page", "pageSize"].map((name) => role(context, "search", name));
  const pages = page ? [[page, within("page", 2)] as const] : [];
  if (!size) return pages.length === 0 ? null : ask(context, pages);
  const sizes = new Set([3, 10].map((preferred) => within("pageSize", preferred)));
  const sized = [...sizes].map((value) => ask(context, [...pages, [size, value]]));
  return alternatives([...sized, ...(page ? [ask(context, pages)] : [])]);
}

/**
 * Further requests of a cell whose bodies are held against the contract where they are served; that
 * they are served is for other requirements to say.
 */
function peculiarNeeds(context: CheckContext): readonly Need[] {
  if (!isDatedTurn(context)) return [];
  switch (context.cell.endpoint) {
    case "/search": {
      const page = secondPage(context);
      return [withDocumentedCodes(context), ...(page === null ? [] : [page])];
    }
    case "/geolocation":
      return [withDocumentedCodes(context), elsewhere(context)];
    case "/search/publishers": {
      const limit = role(context, "publishers", "limit");
      return limit === null ? [] : goodResultCounts.map((n) => ask(context, [[limit, n]]));
    }
    default:
      return [];
  }
}

/** Whether an exchange is one of those that every server owes an answer. */
function isOwed({ ask }: Exchange, context: CheckContext): boolean {
  const asked = canonicalAsk(ask);
  return successNeeds(context)
    .flatMap((need) => (isAlternatives(need) ? need : [need]))
    .some((owed) => canonicalAsk(owed) === asked);
}

/** A check of every success body of the protected endpoints, in every style. */
export function successCheck(
  requirement: string,
  applies: (operation: Operation) => boolean,
  judge: (
    body: unknown,
    operation: Operation,
    exchange: Exchange,
    context: CheckContext,
  ) => Judgement,
  needs: "all" | "owed" = "all",
): EachCheck {
  return {
    kind: "each",
    requirement,
    // What is owed to our own requests only can't be asked of anybody's.
    ...(needs === "all" ? { observed: { in: ["success"] as const } } : {}),
    cells: (subject, contracts) =>
      cellsOf(subject, contracts, { protected: true, operation: applies }, "each"),
    asks: (context) =>
      needs === "owed"
        ? successNeeds(context)
        : [...successNeeds(context), ...peculiarNeeds(context)],
    judge: (exchange, context) => {
      const { answer } = exchange;
      const served = answer?.status === 200 && answer.json.ok;
      if (!served && !isOwed(exchange, context)) skip("not served; another requirement says so");
      return judge(successBody(exchange), operationOf(context), exchange, context);
    },
  };
}
