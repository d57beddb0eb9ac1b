import { addressVariants } from "./addresses.ts";
import { bodyVariants } from "./bodies.ts";
import { notShownVariants } from "./bodies-not-shown.ts";
import { carelessVariants } from "./careless.ts";
import { combinationVariants } from "./combinations.ts";
import { descriptionVariants } from "./description.ts";
import { describedExchangeVariants } from "./description-exchanges.ts";
import { echoVariants } from "./echoes.ts";
import { filterVariants } from "./filters.ts";
import { linkVariants } from "./links.ts";
import { neighbourVariants } from "./neighbours.ts";
import { orderVariants } from "./orders.ts";
import { paginationVariants } from "./pagination.ts";
import { pictureVariants } from "./pictures.ts";
import { refusalVariants } from "./refusals.ts";
import { requestVariants } from "./requests.ts";
import { sampleVariants } from "./samples.ts";
import { transportVariants } from "./transport.ts";
import type { Variant } from "./variant.ts";
import { wordingVariants } from "./wordings.ts";

/** Conforming servers that differ from the reference server; no check may fail on one. */
export const variants: readonly Variant[] = [
  ...addressVariants,
  ...bodyVariants,
  ...notShownVariants,
  ...carelessVariants,
  ...combinationVariants,
  ...descriptionVariants,
  ...describedExchangeVariants,
  ...echoVariants,
  ...filterVariants,
  ...linkVariants,
  ...neighbourVariants,
  ...orderVariants,
  ...paginationVariants,
  ...pictureVariants,
  ...refusalVariants,
  ...requestVariants,
  ...sampleVariants,
  ...transportVariants,
  ...wordingVariants,
];

/** @throws Error if there is none of this name */
export function findVariant(name: string): Variant {
  const found = variants.find((variant) => variant.name === name);
  if (found === undefined) throw new Error(`no variant ${name}`);
  return found;
}
