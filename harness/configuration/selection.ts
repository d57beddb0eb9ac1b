import type { Cell } from "../../contracts/words.ts";
import { suggestion, UsageError } from "./usage-error.ts";

/** Everything that a pattern can speak of. */
export interface Selectable {
  readonly requirements: readonly string[];
  readonly surfaces: readonly string[];
  readonly endpoints: readonly string[];
  readonly versions: readonly string[];
  readonly auths: readonly string[];
}

const kinds = ["surface", "endpoint", "version", "auth"] as const;
type CellKind = (typeof kinds)[number];

interface Pattern {
  readonly kind: CellKind | "requirement";
  readonly matches: (value: string) => boolean;
}

/**
 * What `--only` and `--skip` leave. Several `--only` of one kind add up, those of different kinds
 * narrow each other; `--skip` takes away whatever any of its patterns matches.
 * @throws UsageError where a pattern matches nothing that exists
 */
export function createSelection(
  only: readonly string[],
  skip: readonly string[],
  known: Selectable,
): (requirement: string, cell: Cell) => boolean {
  const wanted = only.map((text) => parsePattern(text, known));
  const unwanted = skip.map((text) => parsePattern(text, known));
  const wantedKinds = [...new Set(wanted.map(({ kind }) => kind))];
  return (requirement, cell) =>
    wantedKinds.every((kind) =>
      wanted.some((pattern) => pattern.kind === kind && hits(pattern, requirement, cell)),
    ) && !unwanted.some((pattern) => hits(pattern, requirement, cell));
}

function hits({ kind, matches }: Pattern, requirement: string, cell: Cell): boolean {
  const value = kind === "requirement" ? requirement : cell[kind];
  return value !== null && matches(value);
}

function parsePattern(text: string, known: Selectable): Pattern {
  const kind = kinds.find((name) => text.startsWith(`${name}:`)) ?? "requirement";
  const wanted = kind === "requirement" ? text : text.slice(kind.length + 1);
  const valid = known[`${kind}s`];
  const escaped = wanted.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const expression = new RegExp(`^${escaped.join(".*")}$`);
  if (!valid.some((value) => expression.test(value))) {
    const what = kind === "requirement" ? "requirement" : kind;
    const prefix = kind === "requirement" ? "" : `${kind}:`;
    const named = valid.map((value) => prefix + value);
    const otherwise =
      valid.length <= 12
        ? ` (there are ${named.join(", ")})`
        : "; news-conformance list has them all";
    throw new UsageError(
      `no ${what} matches ${JSON.stringify(text)}${suggestion(text, named) || otherwise}`,
    );
  }
  return { kind, matches: (value) => expression.test(value) };
}
