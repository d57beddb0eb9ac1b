/** What planning and judging do differently for the checks of an area. */
export interface AreaRules {
  /**
   * They judge the form of a response, and only for clients that ask for JSON as most do: for other clients, it is judged
   * by the checks that send their requests.
   */
  readonly forUsualClients?: true;
  /** Their requests that depend on responses are the same requests again, which all of them share. */
  readonly repeats?: true;
  /** Their requests are careless on purpose, so the specification does not document them. */
  readonly careless?: true;
}

const none: AreaRules = {};

const rules: Readonly<Record<string, AreaRules>> = {
  transport: { forUsualClients: true },
  consistency: { repeats: true },
  robustness: { careless: true },
};

/** The rules of the area of a requirement, which is the first part of its id. */
export function areaRulesOf(requirement: string): AreaRules {
  return rules[requirement.slice(0, requirement.indexOf("."))] ?? none;
}
