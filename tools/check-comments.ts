import type { Register, Requirement } from "../contracts/register.ts";

/** Longest line of a comment, indentation included. */
const width = 100;

/** A check begins with a call whose first arguments are the ids of requirements. */
const head =
  /^([ ]*)(?:export const \w+(?:: \w+)? = )?(?:\.\.\.)?\w+\(\s*((?:"[a-z]+\.[a-z0-9-]+",?\s*)+)/gm;

/**
 * The source of checks with the level, the clause and the statement of each requirement above the check
 * that tests it. Earlier generated comments are replaced; comments above them are kept.
 */
export function withStatements(source: string, register: Register): string {
  return source
    .replace(/^[ ]*\/\/ (?:must|should) · .*\n(?:[ ]*\/\/.*\n)*/gm, "")
    .replace(head, (call: string, indentation: string, names: string) => {
      const requirements = idsIn(names).flatMap((id) => register.get(id) ?? []);
      const lines = requirements.flatMap((one) => commentOf(one, width - indentation.length));
      return lines.map((line) => `${indentation}${line}\n`).join("") + call;
    });
}

/** The ids at the beginning of the checks in a source. */
export function checkIds(source: string): readonly string[] {
  return [...source.matchAll(head)].flatMap(([, , names = ""]) => idsIn(names));
}

function idsIn(names: string): readonly string[] {
  return [...names.matchAll(/"([^"]+)"/g)].map(([, id = ""]) => id);
}

function commentOf({ level, clause, statement }: Requirement, room: number): readonly string[] {
  return [...wrapped(`${level} · ${clause}`, room), ...wrapped(statement, room)];
}

function wrapped(text: string, room: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > room) lines.push(`// ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
