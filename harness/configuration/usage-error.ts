/** One thing that is wrong with what somebody wrote. Both texts are one line and hold no secret. */
export interface Mistake {
  readonly message: string;
  /** What to do about it; null where the message says it all. */
  readonly hint: string | null;
}

/** More of them at once help nobody. */
const mostShown = 20;

/**
 * Wrong use or a wrong configuration: nothing was sent, and the exit code is 2. Ready to be shown, and
 * without any secret. The message is one line where there is one mistake, else a line for each.
 */
export class UsageError extends Error {
  /** What to do about it; null where the message says it all. */
  readonly hint: string | null;
  readonly mistakes: readonly Mistake[];

  constructor(message: string, hint: string | null = null, mistakes?: readonly Mistake[]) {
    super(message);
    this.name = "UsageError";
    this.hint = hint;
    this.mistakes = mistakes ?? [{ message, hint }];
  }

  /** All of the mistakes in one error; there has to be one at least. */
  static of(mistakes: readonly Mistake[]): UsageError {
    const [first] = mistakes;
    if (mistakes.length === 1 && first !== undefined) {
      return new UsageError(first.message, first.hint);
    }
    const lines = mistakes
      .slice(0, mostShown)
      .map(({ message, hint }) => (hint === null ? message : `${message}. ${hint}`));
    const more = mistakes.length - lines.length;
    const rest = more === 0 ? [] : [`and ${more} more`];
    return new UsageError(
      [`${mistakes.length} mistakes:`, ...lines, ...rest].join("\n  "),
      null,
      mistakes,
    );
  }
}
