import type { BudgetPoint, Caught } from "./budget-curve.ts";

/** The rows of the curve in docs/budget.md. Pure. */
export function budgetCurveMarkdown(points: readonly BudgetPoint[]): string {
  return [
    "| requests | of all | faults not used for the choice | mutants | faults used for the choice |",
    "| ---: | ---: | ---: | ---: | ---: |",
    ...points.map(({ budget, unknown, mutants, known }) => {
      const all = {
        caught: unknown.caught + mutants.caught,
        total: unknown.total + mutants.total,
      };
      const shares = [all, unknown, mutants, known].map(share);
      return `| ${budget} | ${shares.join(" | ")} |`;
    }),
  ].join("\n");
}

function share({ caught, total }: Caught): string {
  return `${((100 * caught) / total).toFixed(1)} %`;
}

/** A text with the curve in place of the one between two comments. */
export function withCurve(text: string, curve: string): string {
  return text.replace(
    /(<!-- curve -->\n)[\s\S]*?(<!-- end of the curve -->)/,
    (_, begin: string, end: string) => `${begin}${curve}\n${end}`,
  );
}
