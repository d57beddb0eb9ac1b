import {
  alternativesOf,
  type CheckContext,
  Inconclusive,
  type RequestChoice,
  type RequestChoices,
} from "./check.ts";

/** Thrown for a role that the version of the cell does not have: its checks have no cell there. */
export class NotInVersion extends Inconclusive {
  constructor(group: string, role: string) {
    super("skip", `this version has no parameter ${group}.${role}`);
  }
}

/** Whether the versions that a request asks for have all of its parameters that any version has. */
export function isInVersion(
  choice: RequestChoice,
  { target }: Pick<CheckContext, "target">,
): boolean {
  // The others of a group are requests of the same check.
  return alternativesOf(choice).every((spec) => {
    if (spec.query.length === 0) return true;
    const removed = target.namesRemoved(spec);
    return removed.size === 0 || spec.query.every(([name]) => !removed.has(name));
  });
}

/** Those of several requests for which the same holds. */
export function inVersion(
  choices: RequestChoices,
  context: Pick<CheckContext, "target">,
): RequestChoices {
  return Object.fromEntries(
    Object.entries(choices).filter(([, choice]) => isInVersion(choice, context)),
  );
}
