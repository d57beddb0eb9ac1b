import { looksLikeKey } from "./key-like.ts";

/** The path from the top of a configuration to one of its members. */
export type MemberPath = readonly (string | number)[];

/** One mistake at a place in a configuration. */
export interface MemberMistake {
  readonly path: MemberPath;
  /** Follows the place in the message, such as ` is missing`. */
  readonly what: string;
  /** A function if it takes a search: of many mistakes only some are shown. */
  readonly hint: string | null | (() => string | null);
}

/**
 * A place in the configuration in the usual notation, such as `surfaces.news.baseUrl` or `waivers[0]`. A
 * name that may be a key is hidden.
 */
export function memberPath(path: MemberPath): string {
  if (path.length === 0) return "the top level";
  let text = "";
  for (const whole of path) {
    const step = typeof whole === "string" ? shortened(whole) : whole;
    if (typeof step === "number" || /^\d+$/.test(step)) text += `[${step}]`;
    else if (looksLikeKey(step)) text += "[redacted]";
    else if (/^[$A-Za-z_][$\w]*$/.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}

/** A member's name is short; a longer one says nothing about the place. */
function shortened(name: string): string {
  if (name.length <= longestName || looksLikeKey(name)) return name;
  return `${name.slice(0, longestName)}…`;
}

const longestName = 100;
