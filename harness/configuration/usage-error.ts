/** One mistake in the input. Both texts are one line without secrets. */
export interface Mistake {
  readonly message: string;
  /** How to fix it; null if the message is enough. */
  readonly hint: string | null;
}

/** The maximum number of mistakes that are shown together. */
const mostShown = 20;

/**
 * Wrong usage or configuration: nothing was sent, and the exit code is 2. Contains no secret and can be
 * printed as it is. The message is one line for one mistake, otherwise one line for each.
 */
export class UsageError extends Error {
  /** How to fix it; null if the message is enough. */
  readonly hint: string | null;
  readonly mistakes: readonly Mistake[];

  constructor(message: string, hint: string | null = null, mistakes?: readonly Mistake[]) {
    super(message);
    this.name = "UsageError";
    this.hint = hint;
    this.mistakes = mistakes ?? [{ message, hint }];
  }

  /** All mistakes in one error; there must be at least one. */
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
