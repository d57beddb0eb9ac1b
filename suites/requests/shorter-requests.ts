import type { RequestSpec } from "../../harness/requests/request-spec.ts";
import { partsOf } from "./generated-values.ts";

/** The request with fewer characters in its last parameter, at least `least`. */
export function shorterText(least: 0 | 1): (spec: RequestSpec) => Iterable<RequestSpec> {
  return function* (offender) {
    const [name, value] = offender.query.at(-1) ?? ["", ""];
    for (const characters of partsOf([...value], least)) {
      const text = characters.join("");
      // A blank text is a different case.
      if (least === 1 && text.trim() === "") continue;
      yield { ...offender, query: [...offender.query.slice(0, -1), [name, text]] };
    }
  };
}

/** The request with fewer parameters, at least `least`. */
export function fewerParameters(least: number): (spec: RequestSpec) => Iterable<RequestSpec> {
  return function* (offender) {
    for (const query of partsOf(offender.query, least)) yield { ...offender, query };
  };
}

/** A raw query with fewer characters after the parameter name. */
export function* shorterRawQuery(offender: RequestSpec): Iterable<RequestSpec> {
  const [name = "", value = ""] = offender.rawQuery?.split("=", 2) ?? [];
  for (const characters of partsOf([...value])) {
    yield { ...offender, rawQuery: `${name}=${characters.join("")}` };
  }
}

/** An `api-version` with fewer characters. */
export function* shorterVersion(offender: RequestSpec): Iterable<RequestSpec> {
  for (const characters of partsOf([...offender.version])) {
    yield { ...offender, version: characters.join("") };
  }
}
