import { group } from "../../contracts/group.ts";
import { plural } from "../../reporters/text/verdict-text.ts";
import type { AdversaryScore, Survivor } from "./run-adversary.ts";

/** The score of an adversary, with its survivors by shape; those that break a requirement come first. Pure. */
export function adversaryText(score: AdversaryScore): string {
  const { seed, tries, killed, unseen, survivors, defects } = score;
  const [broken, open] = [
    survivors.filter(({ breaks }) => breaks.length > 0),
    survivors.filter(({ breaks }) => breaks.length === 0),
  ];
  return [
    ...section("Survivors that break a requirement when judged exhaustively", broken),
    ...section("Survivors for a person to decide", open),
    ...(defects.length === 0 ? [] : [`Defects of the suite at: ${defects.join(", ")}`]),
    `${plural(tries, "server")} from seed ${seed}: ${killed} killed, ${unseen} without a visible difference, ` +
      `${plural(survivors.length, "survivor")}, of which ${broken.length} break a requirement`,
  ].join("\n");
}

function section(title: string, survivors: readonly Survivor[]): readonly string[] {
  if (survivors.length === 0) return [];
  const byShape = [...group(survivors, ({ shape }) => shape)].sort(
    ([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1),
  );
  return [
    title,
    ...byShape.flatMap(([shape, same]) => [
      `  ${same.length} × ${shape}`,
      ...same.map(
        ({ number, sentences, breaks }) =>
          `    ${number}: ${sentences.join("; and ")}${breaks.length === 0 ? "" : ` → ${breaks.join(", ")}`}`,
      ),
    ]),
    "",
  ];
}
