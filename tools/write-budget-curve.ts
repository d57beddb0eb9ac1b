import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { budgetCurve } from "../teeth/budget/budget-curve.ts";
import { budgetCurveMarkdown, withCurve } from "../teeth/budget/budget-curve-markdown.ts";

/** Writes docs/budget.md with the measured curve. */
const file = fileURLToPath(new URL("../../docs/budget.md", import.meta.url));
const budgets = [20, 30, 50, 75, 100, 150, 200, 300, 400, 600];

const points = await budgetCurve(budgets, {
  onProgress: ({ budget }) => {
    process.stderr.write(`${budget} requests\n`);
  },
});
writeFileSync(file, withCurve(readFileSync(file, "utf8"), budgetCurveMarkdown(points)));
