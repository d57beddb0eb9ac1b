import { data, Evaluator, Lexer, Parser } from "@actions/expressions";
import { truthy } from "@actions/expressions/result";

/** What an expression can refer to, by the name of the context: any JSON value. */
export type Contexts = Readonly<Record<string, unknown>>;

/** Whether a step before has failed. */
export interface Status {
  readonly hasFailed: boolean;
}

/**
 * The value of a GitHub Actions expression, by the evaluator of GitHub.
 *
 * @throws ExpressionError for wrong syntax, unknown functions and contexts
 */
function evaluate(expression: string, contexts: Contexts, { hasFailed }: Status) {
  const status = (name: string, value: boolean) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(value),
  });
  const functions = [
    status("success", !hasFailed),
    status("failure", hasFailed),
    status("always", true),
    status("cancelled", false),
  ];
  const tokens = new Lexer(expression).lex().tokens;
  const parsed = new Parser(tokens, Object.keys(contexts), functions).parse();
  const known: unknown = JSON.parse(JSON.stringify(contexts), data.reviver);
  if (!(known instanceof data.Dictionary)) throw new Error("contexts are an object");
  return new Evaluator(parsed, known, new Map(functions.map((one) => [one.name, one]))).evaluate();
}

/** A text with its `${{ }}` replaced. */
export function interpolate(text: unknown, contexts: Contexts, status: Status): string {
  return String(text).replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    evaluate(expression.trim(), contexts, status).coerceString(),
  );
}

/** Whether an `if` holds. Without a function of status it also needs success. */
export function holds(condition: string | undefined, contexts: Contexts, status: Status): boolean {
  const expression = (condition ?? "success()").trim().replace(/^\$\{\{(.*)\}\}$/s, "$1");
  const asksForStatus = /\b(success|failure|always|cancelled)\s*\(/.test(expression);
  const whole = asksForStatus ? expression : `success() && (${expression})`;
  return truthy(evaluate(whole.trim(), contexts, status));
}
