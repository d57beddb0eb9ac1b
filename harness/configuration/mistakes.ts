import { type Mistake, UsageError } from "../settings/usage-error.ts";

/** Collects mistakes, so that all of them are reported together. */
export class Mistakes {
  readonly #found: Mistake[] = [];
  /** The number of all: an error has only the first of very many. */
  #count = 0;

  add(message: string, hint: string | null = null): void {
    this.#found.push({ message, hint });
    this.#count += 1;
  }

  /** The result of the action; null if it throws a UsageError, which is collected. */
  attempt<T>(action: () => T): T | null {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      this.#found.push(...error.mistakes);
      this.#count += error.count;
      return null;
    }
  }

  /**
   * Returns the final value; null is allowed only if there are mistakes.
   *
   * @throws UsageError with all mistakes, if there are any
   */
  settle<T>(made: T | null): T {
    if (this.#found.length > 0 || made === null) throw UsageError.of(this.#found, this.#count);
    return made;
  }
}
