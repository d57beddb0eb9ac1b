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
  return alternativesOf(choice).every((spec) =>
    [spec, ...(spec.group?.of.requests ?? [])].every((one) => {
      const removed = target.namesRemoved(one);
      return removed.size === 0 || one.query.every(([name]) => !removed.has(name));
    }),
  );
}

/** Those of several requests of which the same holds. */
export function inVersion(
  choices: RequestChoices,
  context: Pick<CheckContext, "target">,
): RequestChoices {
  return Object.fromEntries(
    Object.entries(choices).filter(([, choice]) => isInVersion(choice, context)),
  );
}
