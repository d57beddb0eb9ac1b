import { group } from "../../contracts/group.ts";
import { isRace } from "../../contracts/in-flight.ts";
import type { Cell, Finding, Level } from "../../contracts/vocabulary.ts";
import type { ReportExchanges, ReportResult } from "../model/report.ts";
import { sentParameters } from "./sent-parameters.ts";
import { squareOf } from "./square.ts";
import { symptomKey } from "./symptom.ts";

/** Each is compared with each. More than the register has are in no report of a run. */
const mostCompared = 500;

/** Characters of a path that are compared: those of no contract have as many. */
const longestPath = 500;

/** A broken requirement with its results. */
export interface Broken {
  readonly requirement: string;
  readonly level: Level;
  readonly results: readonly ReportResult[];
}

/**
 * Which broken requirements follow from which other one: `requirement → leader`. A requirement follows only
 * if everything that was found against it shows in what was found against the leader: in the same response
 * at the same place or inside of it, or at the same place of the same cell with the same value. So two
 * defects of one cell stay apart. Of requirements that explain each other the first leads, with `must`
 * before `should`; a `should` never leads a `must`.
 *
 * @param all in the order of the register, whose first areas are those on which the others rest
 */
export function leadersOf(
  all: readonly Broken[],
  exchanges: ReportExchanges,
): ReadonlyMap<string, string> {
  if (all.length > mostCompared) return new Map();
  const evidence = all
    .map((one, place) => evidenceOf(one, place, exchanges))
    .sort((a, b) => rankOf(a) - rankOf(b));
  const direct = new Map(evidence.flatMap((one) => netLeader(one, evidence)));
  const known = evidence.filter(({ requirement }) => !direct.has(requirement));
  for (const [index, one] of known.entries()) {
    const candidates = known.filter(
      (other, place) =>
        other !== one &&
        (other.level === "must" || one.level === "should") &&
        explains(other, one) &&
        (place < index || !explains(one, other)),
    );
    // What is broken in fewest other cells says most about this one.
    const [best] = candidates.sort((a, b) => a.results.length - b.results.length);
    if (best !== undefined) direct.set(one.requirement, best.requirement);
  }
  return new Map([...direct.keys()].map((id) => [id, rootOf(id, direct)]));
}

/** Areas that also state in general what other requirements state of one case. */
const nets: ReadonlySet<string> = new Set(["error", "robustness", "description"]);

/** The leader of what is broken only where more specific requirements are, each in its cells. */
function netLeader(
  one: Evidence,
  all: readonly Evidence[],
): readonly (readonly [string, string])[] {
  if (!nets.has(one.area)) return [];
  const specific = all.filter(({ area }) => !nets.has(area));
  if (!one.found.every((found) => specific.some((other) => explainsResult(other, one, found))))
    return [];
  const first = specific.find(
    (other) =>
      (other.level === "must" || one.level === "should") &&
      one.found.some((found) => explainsResult(other, one, found)),
  );
  return first === undefined ? [] : [[one.requirement, first.requirement]];
}

function rootOf(id: string, direct: ReadonlyMap<string, string>): string {
  const seen = new Set<string>();
  let one = id;
  for (let next = direct.get(one); next !== undefined && !seen.has(one); next = direct.get(one)) {
    seen.add(one);
    one = next;
  }
  return one;
}

/** A finding in its cell. It is compared with those of every other requirement, so its texts are made once. */
interface Found {
  readonly finding: Finding;
  readonly square: string;
  readonly isEnvelope: boolean;
  /** The square with what was received. */
  readonly symptom: string;
  /** What was received at the endpoint. */
  readonly mixture: string;
  /** What was received at the surface, if only while other requests are in flight. */
  readonly race: string | null;
}

interface Evidence extends Broken {
  /** In the order of the register. */
  readonly place: number;
  readonly area: string;
  /** What was found, by result. */
  readonly found: readonly (readonly Found[])[];
  /** What was found, by the exchange that shows it. */
  readonly byExchange: ReadonlyMap<string, readonly Finding[]>;
  /** Cells with the symptoms there. */
  readonly symptoms: ReadonlySet<string>;
  /** Endpoints and versions whose envelope as a whole is another one. */
  readonly envelopes: ReadonlySet<string>;
  /** Endpoints at which a response was mixed up with that to another request, each with what was received. */
  readonly mixed: ReadonlySet<string>;
  /** Those where it happens only while other requests are in flight: what they share, a whole surface may share. */
  readonly races: ReadonlySet<string>;
  /** The parameters of the requests that failed, by the square with the status. */
  readonly failed: ReadonlyMap<string, readonly ReadonlySet<string>[]>;
  /** The parameters of the request that a finding is about, each as it is written in the URL. */
  readonly parametersOf: (finding: Finding) => ReadonlySet<string>;
}

function evidenceOf(broken: Broken, place: number, exchanges: ReportExchanges): Evidence {
  const symptoms = new Set<string>();
  const envelopes = new Set<string>();
  const mixed = new Set<string>();
  const races = new Set<string>();
  const area = broken.requirement.split(".", 1)[0] ?? "";
  const found = broken.results.map((result) =>
    result.findings.map((finding) => {
      const one = foundIn(result, finding);
      symptoms.add(one.symptom);
      if (area === "version" && one.isEnvelope) envelopes.add(one.square);
      if (isMixedUp(result, finding)) mixed.add(one.mixture);
      if (one.race !== null) races.add(one.race);
      return one;
    }),
  );
  const byExchange = group(
    broken.results.flatMap(({ findings }) => findings),
    ({ exchange }) => exchange ?? "",
  );
  const parameters = (finding: Finding) => parametersIn(exchanges[finding.exchange ?? ""]);
  const failures = broken.results.flatMap((result) =>
    result.findings
      .filter(({ path, actual }) => path === "status" && actual !== "200")
      .map((finding) => ({
        square: failureOf(squareOf(result), finding),
        sent: parameters(finding),
      })),
  );
  const failed = new Map(
    [...group(failures, ({ square }) => square)].map(([square, same]) => [
      square,
      same.map(({ sent }) => sent).filter(({ size }) => size > 0),
    ]),
  );
  return {
    ...broken,
    place,
    area,
    found,
    byExchange,
    symptoms,
    envelopes,
    mixed,
    races,
    failed,
    parametersOf: parameters,
  };
}

function foundIn(result: ReportResult, finding: Finding): Found {
  const square = squareOf(result);
  return {
    finding,
    square,
    isEnvelope: isEnvelope(finding.path),
    symptom: `${square} ${symptomKey(finding)}`,
    mixture: mixtureOf(endpointOf(result), finding),
    race: isRace(finding) ? mixtureOf(result.surface, finding) : null,
  };
}

function failureOf(square: string, { actual }: Finding): string {
  return `${square} ${actual}`;
}

function parametersIn(exchange: ReportExchanges[string] | undefined): ReadonlySet<string> {
  return new Set(sentParameters(exchange?.request.url ?? ""));
}

const atTheSameTime = "consistency.concurrent-answers-own";

/** A defect in relation to another request causes those of single responses, and so it leads. */
function rankOf({ requirement, level, mixed, races }: Evidence): number {
  // What shows a race best is sent at the same time.
  if (requirement === atTheSameTime && races.size > 0) return -1;
  return (level === "must" ? 0 : 2) + (mixed.size > 0 ? 0 : 1);
}

function explains(cause: Evidence, effect: Evidence): boolean {
  return effect.found.every((found) => explainsResult(cause, effect, found));
}

/** @param found what was found in one result of the effect */
function explainsResult(cause: Evidence, effect: Evidence, found: readonly Found[]): boolean {
  return found.length > 0 && found.every((one) => explainsFinding(cause, effect, one));
}

function explainsFinding(cause: Evidence, effect: Evidence, found: Found): boolean {
  const { exchange, path } = found.finding;
  const beside = exchange === null ? [] : (cause.byExchange.get(exchange) ?? []);
  if (beside.some((one) => covers(one, path))) return true;
  if (found.isEnvelope && cause.envelopes.has(found.square)) return true;
  if (cause.mixed.has(found.mixture)) return true;
  if (found.race !== null && cause.races.has(found.race)) return true;
  if (!cause.symptoms.has(found.symptom)) return false;
  // A status says little of its cause: different requests can fail for different reasons.
  return path !== "status" || isGeneral(cause, effect) || isLonger(effect, cause, found);
}

/**
 * Whether a wrong status of the one is about every request that the other sends. Who needs no key needs no valid
 * one either, so that the first requirements on keys explain the later ones.
 */
function isGeneral(cause: Evidence, effect: Evidence): boolean {
  if (cause.area === "transport") return true;
  return cause.area === "auth" && effect.area === "auth" && cause.place < effect.place;
}

/**
 * Whether a request that failed has every parameter of one that failed alike in the same square, and so fails for no
 * other reason. A request without parameters is the ordinary one of many checks, about which others say more.
 */
function isLonger(effect: Evidence, cause: Evidence, { square, finding }: Found): boolean {
  const shorter = cause.failed.get(failureOf(square, finding));
  if (shorter === undefined) return false;
  const parameters = effect.parametersOf(finding);
  return shorter.some((fewer) => [...fewer].every((one) => parameters.has(one)));
}

/** Whether a finding explains that something is wrong at a path of the same response. */
function covers({ path: place, actual }: Finding, path: string): boolean {
  if (place === path) return true;
  if (place === "body") return path === "header:content-type" || isPointer(path);
  if (isPointer(place)) return path.startsWith(place) && path.charAt(place.length) === "/";
  // With another status the body is another one too, but for a success that should be a refusal.
  return place === "status" && actual !== "200" && isPointer(path);
}

function isPointer(path: string): boolean {
  return path === "" || path.startsWith("/");
}

/** Whether a path is the body itself or a member of it. */
export function isEnvelope(path: string): boolean {
  return path === "" || /^\/[^/]+$/.test(path);
}

/** Whether a response was found to be wrong only in relation to another request: alone it is right. */
export function isMixedUp({ requirement }: ReportResult, { path, beside }: Finding): boolean {
  return (
    requirement.startsWith("consistency.") &&
    beside !== undefined &&
    (path === "status" || isEnvelope(path))
  );
}

/** The place with the status, or with the body as a whole; of anything inside of the body, with its place. */
function mixtureOf(place: string, { path, actual }: Finding): string {
  const came = path === "status" ? actual : isEnvelope(path) ? "body" : path.slice(0, longestPath);
  return `${place} ${came}`;
}

function endpointOf({ surface, endpoint }: Cell): string {
  return `${surface} ${endpoint}`;
}
