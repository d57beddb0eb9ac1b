import type { CheckResult } from "../../contracts/vocabulary.ts";
import { UsageError } from "../../harness/settings/usage-error.ts";
import type { JudgedResult } from "../../reporters/verdict/judgement.ts";
import type { PlannedCheck } from "../../suites/model/planned-check.ts";
import type { PrepareOptions } from "../../suites/session/prepare.ts";
import {
  type Certification,
  type CertificationInput,
  openCertification,
} from "../certification/certification.ts";
import { type ConformanceTest, type TestGroup, testName } from "./conformance-test.ts";
import { errorWithoutStack, type TestEnd, testEnd } from "./test-end.ts";
import { type VerdictEnd, verdictEnd } from "./verdict-end.ts";

/** The names of the tests that will run; null if the test runner does not report them. */
export type Chosen = ReadonlySet<string> | null;

/** The tests of one target, in any test runner. Nothing is sent before the first of them runs. */
export interface ConformanceRun {
  readonly groups: readonly TestGroup[];
  /**
   * How one test ends. The first call opens the target and starts to send everything that the chosen
   * tests need, so that none waits for the request of another. If it is not known which are chosen, each
   * test sends what it needs itself.
   *
   * @param chosen called once
   */
  run(test: ConformanceTest, chosen: () => Chosen): Promise<EndedTest>;
  /** The verdict on the selected tests, or on those that have run so far. */
  verdict(chosen: () => Chosen): Promise<VerdictEnd>;
  /**
   * Closes the target.
   * @returns why the run fails although no test did, if the verdict was not requested
   */
  end(): Promise<Error | null>;
}

/** An open target, and the checks of its plan by the names of their tests. */
interface Opened {
  readonly certification: Certification;
  readonly checks: ReadonlyMap<string, PlannedCheck>;
}

export interface EndedTest {
  readonly end: TestEnd;
  /** null if the check is not part of this run. */
  readonly result: JudgedResult | null;
}

/**
 * @param groups every possible test of the run
 * @param input returns what is certified; called when the first test runs
 */
export function createConformanceRun(
  groups: readonly TestGroup[],
  input: () => CertificationInput | Promise<CertificationInput>,
): ConformanceRun {
  const registered = groups.flatMap(({ tests }) => tests);
  const judged = new Map<PlannedCheck, Promise<CheckResult>>();
  const ran = new Set<string>();
  /** The test that shows the card of a reason: the same card for each blocked check would hide the others. */
  const explained = new Map<string, string>();
  let failed = false;
  let said = false;
  let expected: Chosen = null;
  let opening: Promise<Opened> | null = null;

  function extentOf(chosen: Chosen): PrepareOptions {
    if (chosen === null) return { onDemand: true };
    if (chosen.size >= registered.length) return {};
    return { selection: (requirement, cell) => chosen.has(testName(requirement, cell)) };
  }

  async function open(chosen: Chosen): Promise<Opened> {
    expected = chosen;
    const certification = await openCertification(await input(), extentOf(chosen));
    const { planned } = certification;
    if (chosen !== null) for (const check of planned) judge(certification, check);
    const byName = planned.map(
      (check) => [testName(check.requirement.id, check.cell), check] as const,
    );
    return { certification, checks: new Map(byName) };
  }

  /** Each check once, even if a test runner repeats its test. */
  function judge(certification: Certification, check: PlannedCheck): Promise<CheckResult> {
    const known = judged.get(check) ?? certification.judge(check);
    judged.set(check, known);
    return known;
  }

  /** The end of a test, whose card is left out where another test has shown the card of the same reason. */
  function once({ name }: ConformanceTest, end: TestEnd): TestEnd {
    if (end.kind !== "skipped" || end.card === null) return end;
    const shownBy = explained.get(end.reason) ?? name;
    explained.set(end.reason, shownBy);
    return shownBy === name ? end : { ...end, card: null };
  }

  async function reportOn(wanted: (name: string) => boolean): Promise<VerdictEnd> {
    said = true;
    if (opening === null) throw new Error("a verdict was requested before any test ran");
    try {
      const { certification, checks: known } = await opening;
      const checks = [...known].flatMap(([name, check]) => (wanted(name) ? [check] : []));
      const results = checks.map((check) => judge(certification, check));
      const report = await certification.report(checks, await Promise.all(results));
      return verdictEnd(report, certification.notes);
    } catch (error) {
      const sentence = errorText(error);
      return { sentence, notes: [], error: errorWithoutStack("Verdict", sentence) };
    }
  }

  return {
    groups,
    async run(test, chosen) {
      ran.add(test.name);
      opening ??= open(chosen());
      let opened: Opened;
      try {
        opened = await opening;
      } catch (error) {
        const [why = ""] = errorText(error).split("\n");
        return skipped(`the run could not start: ${why}`);
      }
      const { certification, checks } = opened;
      const check = checks.get(test.name);
      if (check === undefined) return skipped(absence(test, certification));
      const result = certification.counted(await judge(certification, check));
      const end = testEnd(result, certification);
      failed ||= end.kind === "failed";
      return { end: once(test, end), result };
    },
    verdict(chosen) {
      opening ??= open(chosen());
      const whole = expected !== null && expected.size >= registered.length;
      const names = expected ?? ran;
      return reportOn((name) => whole || names.has(name));
    },
    async end() {
      if (opening === null) return null;
      const verdict = said ? null : await reportOn((name) => ran.has(name));
      await opening.then(
        ({ certification }) => certification.close(),
        () => {},
      );
      return failed ? null : (verdict?.error ?? null);
    },
  };
}

function skipped(reason: string): EndedTest {
  return { end: { kind: "skipped", reason, card: null }, result: null };
}

/** Why a test has no check in the plan of this run. */
function absence({ surface, requirement }: ConformanceTest, { tested }: Certification): string {
  if (tested[surface] === undefined) return `not in this run: the ${surface} surface is not tested`;
  if (requirement.startsWith("description.") && tested[surface].description === null) {
    return "not in this run: there is no description";
  }
  return "not in this run: its options skip it";
}

function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof UsageError && error.hint !== null) return `${error.message}\n${error.hint}`;
  // Errors before anything is judged come from the caller's server or options.
  return error instanceof UsageError ? error.message : (error.stack ?? error.message);
}
