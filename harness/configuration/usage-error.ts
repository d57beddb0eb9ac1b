/**
 * Wrong use or a wrong configuration: nothing was sent, and the exit code is 2. Both texts are one
 * line each, ready to be shown, and hold no secret.
 */
export class UsageError extends Error {
  /** What to do about it; null where the message says it all. */
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.name = "UsageError";
    this.hint = hint;
  }
}
