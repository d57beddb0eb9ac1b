import { type Mistake, UsageError } from "./usage-error.ts";

/** Gathers what is wrong, so that all of it is said in one go. */
export class Mistakes {
  readonly #found: Mistake[] = [];

  /** What the action returns; null where it throws a UsageError, which is kept. */
  attempt<T>(action: () => T): T | null {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      this.#found.push(...error.mistakes);
      return null;
    }
  }

  /** @throws UsageError with everything that was found; nothing is thrown where there is nothing */
  refuse(): void {
    if (this.#found.length > 0) throw UsageError.of(this.#found);
  }
}
