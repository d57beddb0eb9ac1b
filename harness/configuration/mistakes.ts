import { type Mistake, UsageError } from "./usage-error.ts";

/** Gathers what is wrong, so that all of it is said in one go. */
export class Mistakes {
  readonly #found: Mistake[] = [];

  add(message: string, hint: string | null = null): void {
    this.#found.push({ message, hint });
  }

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

  /**
   * What was made of everything; null is allowed only where there are mistakes.
   *
   * @throws UsageError with all mistakes, where there is any
   */
  settle<T>(made: T | null): T {
    if (this.#found.length > 0 || made === null) throw UsageError.of(this.#found);
    return made;
  }
}
