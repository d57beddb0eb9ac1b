/** The areas of the register, in the order in which reports and plans show them. */
export const areas = [
  "transport",
  "ping",
  "auth",
  "version",
  "envelope",
  "metadata",
  "item",
  "plan",
  "parameter",
  "limit",
  "error",
  "description",
  "robustness",
  "consistency",
] as const;

export type Area = (typeof areas)[number];
