import { isRandomCode, looksOpaque, namesCredential } from "./credentials.ts";

/** Words of a path after which it passes on what grants access, in addition to names for credentials. */
const passing = new Set([
  ...["magic", "reset", "recover", "recovery", "unlock", "unsubscribe", "onetime", "login"],
  ...["verify", "verification", "confirm", "confirmation", "activate", "activation"],
  ...["invite", "invitation", "signin", "signup", "register", "registration"],
]);
/** Shorter ones are mostly ordinary words and numbers. */
const shortest = 12;
/** Longer ones are read in other ways. */
const longest = 8_192;
const fewestGroups = 3;

/** What the paths of URLs pass on: `/reset-password/…`, `/magic/…`, `/token/…`. */
export function* passedOnInPath(url: string): Iterable<string> {
  let before = "";
  for (const one of url.split(/[/?#]+/)) {
    // The end of a sentence.
    const segment = one.endsWith(".") ? one.slice(0, -1) : one;
    if (mayBePassedOn(segment) && passesOn(before)) yield segment;
    before = segment;
  }
}

function passesOn(segment: string): boolean {
  if (namesCredential(segment) !== "no") return true;
  return segment
    .slice(0, 100)
    .toLowerCase()
    .split(/[^a-z]/)
    .some((word) => passing.has(word));
}

function mayBePassedOn(segment: string): boolean {
  if (segment.length < shortest || segment.length > longest) return false;
  return looksOpaque(segment) || isRandomCode(segment) || isGrouped(segment);
}

/** Whether most of several groups have digits, and are no date: `ab12-cd34-ef56`, unlike `iphone-15-pro-max`. */
function isGrouped(segment: string): boolean {
  const groups = segment.split(/[-_.~]/);
  if (groups.length < fewestGroups || /^\d{4}-\d\d/.test(segment)) return false;
  const mixed = groups.filter((group) => /\d/.test(group) && /[A-Za-z]/.test(group));
  return 2 * mixed.length > groups.length;
}
