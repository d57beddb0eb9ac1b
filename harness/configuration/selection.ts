import type { Cell } from "../../contracts/vocabulary.ts";
import { UsageError } from "../settings/usage-error.ts";
import { idPatterns } from "./id-patterns.ts";
import type { Known } from "./known.ts";
import { Mistakes } from "./mistakes.ts";
import { nearest, suggestion } from "./nearest.ts";
import { sentences } from "./sentences.ts";
import { wildcard } from "./wildcard.ts";

/** The kinds of patterns, with the known names of each kind. */
const kinds = {
  requirement: "requirements",
  surface: "surfaces",
  endpoint: "endpoints",
  version: "versions",
  auth: "auths",
} as const satisfies Record<string, keyof Known>;
type Kind = keyof typeof kinds;

/** The kinds that are written before a colon; an id of a requirement has no prefix. */
const prefixes = ["surface", "endpoint", "version", "auth"] as const;

/** There are a few hundred names, none of which is longer. Reports that others wrote have patterns too. */
const most = { patterns: 1_000, characters: 200 };

interface Pattern {
  readonly kind: Kind;
  readonly matches: (value: string) => boolean;
}

/**
 * The selection of `--only` and `--skip`. Patterns are ids of requirements or `surface:`, `endpoint:`,
 * `version:` and `auth:` with a name; `*` stands for any characters. Patterns of one kind in `only` form
 * a union, different kinds intersect; `skip` excludes what any of its patterns matches. No `auth:`
 * pattern matches a cell without an auth style.
 *
 * @throws UsageError for every pattern that matches nothing, or for very many or long ones
 */
export function createSelection(
  only: readonly string[],
  skip: readonly string[],
  known: Known,
): (requirement: string, cell: Cell) => boolean {
  refuseMany("--only", only);
  refuseMany("--skip", skip);
  const mistakes = new Mistakes();
  const parse = (flag: string, texts: readonly string[]) =>
    texts.flatMap((text) => mistakes.attempt(() => parsePattern(flag, text, known)) ?? []);
  const { wanted, unwanted } = mistakes.settle({
    wanted: parse("--only", only),
    unwanted: parse("--skip", skip),
  });
  const byKind = [...new Set(wanted.map(({ kind }) => kind))].map((kind) =>
    wanted.filter((pattern) => pattern.kind === kind),
  );
  return (requirement, cell) => {
    const hit = ({ kind, matches }: Pattern): boolean => {
      const value = kind === "requirement" ? requirement : cell[kind];
      return value !== null && matches(value);
    };
    return byKind.every((patterns) => patterns.some(hit)) && !unwanted.some(hit);
  };
}

function refuseMany(flag: string, texts: readonly string[]): void {
  if (texts.length > most.patterns) {
    throw new UsageError(`${flag} has more than ${most.patterns} patterns`);
  }
  const long = texts.find((text) => text.length > most.characters);
  if (long === undefined) return;
  throw new UsageError(`${flag} ${long.slice(0, 40)}… has more than ${most.characters} characters`);
}

function parsePattern(flag: string, text: string, known: Known): Pattern {
  const { kind, value } = splitPattern(flag, text);
  const candidates = known[kinds[kind]];
  const matches = wildcard(value);
  if (candidates.some(matches)) return { kind, matches };
  // A pattern without a kind may mean any of them: news, /ping, 2024-01-01, bearer.
  const patterns = kind === "requirement" ? allPatterns(known) : prefixed(kind, known);
  throw new UsageError(
    `${flag} ${text} matches nothing`,
    suggestion(value.replaceAll("*", ""), patterns, (pattern) => pattern.replace(/^[a-z]+:/, "")),
  );
}

function prefixed(kind: (typeof prefixes)[number], known: Known): readonly string[] {
  return known[kinds[kind]].map((name) => `${kind}:${name}`);
}

function allPatterns(known: Known): readonly string[] {
  return [...idPatterns(known.requirements), ...prefixes.flatMap((kind) => prefixed(kind, known))];
}

function splitPattern(flag: string, text: string): { kind: Kind; value: string } {
  const colon = text.indexOf(":");
  if (colon === -1) return { kind: "requirement", value: text };
  const name = text.slice(0, colon);
  const kind = prefixes.find((prefix) => prefix === name);
  if (kind !== undefined) return { kind, value: text.slice(colon + 1) };
  const meant = nearest(name, prefixes);
  throw new UsageError(
    `${flag} ${text}: unknown kind of pattern ${name}:`,
    sentences(
      meant === null ? null : `Did you mean ${meant}:?`,
      "A pattern is the id of a requirement, in which * stands for any characters, or surface:, endpoint:, version: or auth: followed by a name.",
    ),
  );
}
