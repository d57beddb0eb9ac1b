import { defaultVersion } from "../../contracts/vocabulary.ts";
import { noCredential, type RequestSpec } from "../../harness/requests/request-spec.ts";
import type { CheckContext } from "../model/check.ts";
import { isInVersion } from "../model/in-version.ts";
import { isRotatedStyle, rotate, rowOf } from "../model/rotation.ts";
import { keyed, styleOf } from "./ordinary-requests.ts";
import { keyRefusals } from "./refused-keys.ts";
import { everyParameterRefusal, parameterRefusals } from "./refused-parameters.ts";

/**
 * A request with a parameter that has to be refused and without a valid key, at one version of each endpoint with
 * such parameters: a request that two parts of a server have to refuse is refused, with any 4xx status.
 *
 * @param how without a key, or with an unknown one; each endpoint has one of them, by rotation
 */
export function refusedTwice(
  context: CheckContext,
  how: "missing" | "unknown",
): readonly RequestSpec[] {
  const { cell, contracts } = context;
  const [first] = everyParameterRefusal(context).filter((spec) => isInVersion(spec, context));
  const isTurn = rotate(["missing", "unknown"], rowOf(contracts, cell)) === how;
  if (first === undefined || !isTurn) return [];
  if (cell.version !== defaultVersion || !isRotatedStyle(context)) return [];
  const credential = how === "missing" ? noCredential : keyed(styleOf(context), how);
  return [{ ...first, credential }];
}

/** Every refusal of a cell. */
export function refusals(context: CheckContext): readonly RequestSpec[] {
  return [...keyRefusals(context), ...parameterRefusals(context)];
}
