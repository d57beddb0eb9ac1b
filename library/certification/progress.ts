/** The progress of a run. */
export interface CertifyProgress {
  /** Checks that have been judged. */
  readonly done: number;
  /** Checks that are planned. */
  readonly total: number;
  /** Requests that have a response or were given up. */
  readonly requests: number;
}
