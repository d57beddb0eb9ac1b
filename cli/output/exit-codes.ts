/** Exit codes besides those of the verdict (0 conformant, 1 non-conformant, 3 incomplete). */
export const exitCodes = {
  ok: 0,
  /** Wrong usage or configuration; nothing was sent. Also: lost output, and a verification without a result. */
  usage: 2,
  /** A defect of the suite, as in sysexits' EX_SOFTWARE. */
  defect: 70,
  /** Interrupted twice: nothing more is written. */
  interrupted: 130,
} as const;
