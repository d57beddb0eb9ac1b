import { bodyVariants } from "./bodies.ts";
import { carelessVariants } from "./careless.ts";
import { descriptionVariants } from "./description.ts";
import { refusalVariants } from "./refusals.ts";
import { requestVariants } from "./requests.ts";
import { transportVariants } from "./transport.ts";
import type { Variant } from "./variant.ts";

/** Conforming servers that are unlike the reference server; no check may fail on one. */
export const variants: readonly Variant[] = [
  ...bodyVariants,
  ...carelessVariants,
  ...descriptionVariants,
  ...refusalVariants,
  ...requestVariants,
  ...transportVariants,
];
