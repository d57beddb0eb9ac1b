import type { CheckResult, Remedy } from "../contracts/words.ts";

/** The ways out of several remedies of one kind, each once, keys of one group together. */
export function waysOut(remedies: readonly Remedy[]): readonly string[] {
  const set = [...new Set(remedies.flatMap((remedy) => remedy.set))];
  const grouped = new Map<string, string[]>();
  for (const one of set) {
    const dot = isPath(one) ? one.lastIndexOf(".") : -1;
    const members = grouped.get(one.slice(0, dot + 1) || one) ?? [];
    members.push(one.slice(dot + 1));
    grouped.set(dot === -1 ? one : one.slice(0, dot + 1), members);
  }
  return [...grouped].map(([prefix, members]) => {
    if (!prefix.endsWith(".")) return prefix;
    return members.length === 1 ? `${prefix}${members[0]}` : `${prefix}{${members.join(",")}}`;
  });
}

/** A member of the configuration, and no flag or variable. */
function isPath(text: string): boolean {
  return /^[a-z]+(\.\w+)+$/i.test(text);
}

/** Why a check was not judged, and what to set so that it is. */
export function reasonText({ message, remedy }: Pick<CheckResult, "message" | "remedy">): string {
  return remedy === undefined ? message : `${message}: set ${remedyText(remedy)}`;
}

/** `--rate N or network.rate`: what a user sets, in one line. */
export function remedyText(...remedies: readonly Remedy[]): string {
  return waysOut(remedies).join(" or ");
}
