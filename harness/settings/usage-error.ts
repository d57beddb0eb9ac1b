/** One mistake in the input. Both texts are one line without secrets. */
export interface Mistake {
  readonly message: string;
  /** How to fix it; null if the message is enough. */
  readonly hint: string | null;
}

/** The maximum number of mistakes that are shown together. */
export const mostShown = 20;

/**
 * Wrong usage or configuration: nothing was sent, and the exit code is 2. Contains no secret and can be
 * printed as it is. The message is one line for one mistake, otherwise one line for each.
 */
export class UsageError extends Error {
  /** How to fix it; null if the message is enough. */
  readonly hint: string | null;
  /** At least those that are shown. */
  readonly mistakes: readonly Mistake[];
  /** The number of all mistakes. */
  readonly count: number;

  constructor(
    message: string,
    hint: string | null = null,
    mistakes: readonly Mistake[] = [{ message, hint }],
    count = mistakes.length,
  ) {
    super(message);
    this.name = "UsageError";
    this.hint = hint;
    this.mistakes = mistakes;
    this.count = count;
  }

  /**
   * All mistakes in one error; there must be at least one.
   *
   * @param count the number of all, if those that are not shown have been left out
   */
  static of(mistakes: readonly Mistake[], count = mistakes.length): UsageError {
    const [first] = mistakes;
    if (count === 1 && first !== undefined) return new UsageError(first.message, first.hint);
    const shown = mistakes.slice(0, mostShown);
    const lines = shown.map(({ message, hint }) =>
      hint === null ? message : `${message}. ${hint}`,
    );
    const more = count - shown.length;
    const rest = more === 0 ? [] : [`and ${more} more`];
    return new UsageError(
      [`${count} mistakes:`, ...lines, ...rest].join("\n  "),
      null,
      mistakes,
      count,
    );
  }
}
