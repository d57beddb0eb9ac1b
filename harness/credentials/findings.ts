import type { namesCredential } from "./credentials.ts";

/** Whether a value grants access, judged by the names around it. */
export type Likelihood = ReturnType<typeof namesCredential>;

/** Receives what a reader finds in a text. */
export interface Findings {
  /** A value that grants access, whatever its name is. */
  add(value: string): void;
  /** A value with its own name. `within`: what the names around both say. */
  named(name: string, value: string, within: Likelihood): void;
  /** An entry of a list with the name of the list. */
  beside(name: string, value: string, within: Likelihood): void;
  /** A number of six digits or more, with its name. */
  number(name: string, digits: string): void;
}

/** The more suspicious one. */
export function strongest(one: Likelihood, other: Likelihood): Likelihood {
  if (one === "yes" || other === "yes") return "yes";
  return one === "maybe" || other === "maybe" ? "maybe" : "no";
}
