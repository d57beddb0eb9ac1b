import { loadRegister } from "../../contracts/load.ts";
import { cellText } from "../../reporters/model/cell-text.ts";
import type { ReportExchange, ReportExchanges } from "../../reporters/model/report.ts";
import type { JudgedResult } from "../../reporters/verdict/judgement.ts";
import { junitElement } from "../../reporters/verdict/verdict.ts";
import { cardText } from "../../reporters/view/card-text.ts";
import { caseCard, caseMessage } from "../../reporters/view/case.ts";
import type { Certification } from "../certification/certification.ts";

/** The result of a test, in terms that every test runner has. */
export type TestEnd =
  | { readonly kind: "passed"; readonly warning: string | null }
  | {
      readonly kind: "skipped";
      /** One line. */
      readonly reason: string;
      /** The card of a blocked check: the request and its outcome. */
      readonly card: string | null;
    }
  | { readonly kind: "failed"; readonly error: Error };

/** Columns of cards in a test runner's output. */
export const cardWidth = 100;

/**
 * An error without a stack: test runners show the source line of a stack, which would be the same line of
 * this suite for every failure.
 */
export function errorWithoutStack(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  error.stack = "";
  return error;
}

/**
 * The end of the test of one check: it fails if JUnit has a failure, with the card as its message, and is
 * skipped if nothing was judged or a waiver, an exclusion or the baseline covers it.
 */
export function testEnd(result: JudgedResult, certification: CardFacts): TestEnd {
  const exchanges = exchangesOf(result, certification);
  const message = caseMessage(result, exchanges);
  const isFailure = junitElement(result) === "failure";
  if (result.status === "pass") return { kind: "passed", warning: null };
  if (result.status === "warn" && !isFailure) return { kind: "passed", warning: message };
  const card =
    isFailure || result.status === "blocked"
      ? cardOf(result, { ...certification, exchanges })
      : null;
  if (!isFailure) return { kind: "skipped", reason: message, card };
  // The message names the place, unless the check says nothing.
  const text = `${message || cellText(result)}\n\n${card}`;
  return { kind: "failed", error: errorWithoutStack("NonConformance", text) };
}

/** The information about the run that a card needs. */
type CardFacts = Pick<Certification, "exchanges" | "targetFlags" | "problems">;

function exchangesOf(result: JudgedResult, { exchanges }: CardFacts): ReportExchanges {
  const named = new Set([...result.exchanges, ...result.findings.map((one) => one.exchange)]);
  return Object.fromEntries(
    exchanges
      .filter(({ id }) => named.has(id))
      .map(({ id, ...exchange }): [string, ReportExchange] => [id, exchange]),
  );
}

function cardOf(
  result: JudgedResult,
  facts: Omit<CardFacts, "exchanges"> & { readonly exchanges: ReportExchanges },
): string | null {
  const source = { ...facts, traffic: null };
  const card = caseCard(result, source, loadRegister());
  return card === null ? null : cardText(card, cardWidth);
}
