import { isObject } from "../../contracts/json.ts";
import type { UsedName } from "../../contracts/vocabulary.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { sentValue } from "../../harness/requests/sent-parameters.ts";
import { echoesValue } from "../matchers/echo.ts";
import { member } from "../matchers/json.ts";
import type { CheckContext } from "../model/check.ts";

/**
 * The names that requests used for roles, each once, with its origin. A finding depends on these names: a
 * server ignores a parameter that is sent under a wrong name.
 */
export function namesUsed(
  exchanges: readonly Exchange[],
  { target, contracts }: Pick<CheckContext, "target" | "contracts">,
): readonly UsedName[] {
  const used = new Map<string, UsedName>();
  for (const { spec, answer } of exchanges) {
    const { surface, endpoint, version } = spec;
    const operation = contracts.operation(surface, endpoint, version);
    const group = operation?.roleGroup ?? null;
    if (operation === null || group === null) continue;
    const body = answer?.json.ok === true ? answer.json.value : undefined;
    for (const { role } of operation.roles) {
      const name = target.parameterName(surface, group, role, version);
      const value = sentValue(spec, name);
      // A name that the specification shows needs no other origin.
      if (name === null || value === undefined || operation.parameters.includes(name)) continue;
      const origin = target.origin(surface, group, role);
      const missed = misses(member(body, "parameters"), name, value);
      const known = used.get(JSON.stringify([name, origin.from]));
      used.set(JSON.stringify([name, origin.from]), {
        name,
        ...origin,
        missed: missed || (known?.missed ?? false),
      });
    }
  }
  return [...used.values()];
}

/** Whether an echo has neither the name nor, under any other, the value. */
function misses(parameters: unknown, name: string, value: string): boolean {
  return isObject(parameters) && !(name in parameters) && !echoesValue(parameters, value);
}
