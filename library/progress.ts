/** How far a run has come. */
export interface CertifyProgress {
  /** Checks that have been judged. */
  readonly done: number;
  /** Checks that are planned. */
  readonly total: number;
  /** Requests that have been answered or given up. */
  readonly requests: number;
}
