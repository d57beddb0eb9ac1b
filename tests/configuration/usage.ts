import { UsageError } from "../../harness/settings/usage-error.ts";

/** What a wrong use says, message and hint as one text. Fails the test where nothing is thrown. */
export function usageError(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof UsageError) return `${error.message}\n${error.hint ?? ""}`.trim();
    throw error;
  }
  throw new Error("a usage error was expected, and nothing was thrown");
}

/** How a header's template names a variable of the environment. */
export function template(name: string): string {
  return `\${${name}}`;
}
