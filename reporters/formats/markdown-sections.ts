import { plural } from "../text/verdict-text.ts";

/** A list whose blocks may be left out, the last first. */
export interface Section {
  readonly title: string;
  /** What one block is, for the sentence on those that were left out. */
  readonly noun: string;
  readonly blocks: readonly string[];
}

const gap = "\n\n";

/**
 * Head, sections and foot as one text of at most `limit` bytes. Sections are filled in their order; a
 * block that does not fit is left out whole, and a sentence counts those.
 * @returns null if not even head and foot fit
 */
export function sectionsWithin(
  head: readonly string[],
  sections: readonly Section[],
  foot: readonly string[],
  limit: number,
): string | null {
  const listed = sections.filter(({ blocks }) => blocks.length > 0);
  // Titles and sentences are paid for beforehand, so that each list at least says how long it is.
  const fixed = [
    ...head,
    ...listed.flatMap((section) => [titleOf(section), leftOut(section, section.blocks.length)]),
    ...foot,
  ];
  let room = limit - fixed.reduce((sum, text) => sum + sizeOf(text), 0);
  if (room < 0) return null;
  const shown = listed.flatMap((section) => {
    const fitting = section.blocks.filter((block) => {
      const size = sizeOf(block);
      if (size > room) return false;
      room -= size;
      return true;
    });
    const missing = section.blocks.length - fitting.length;
    return [
      titleOf(section),
      joined(fitting),
      ...(missing === 0 ? [] : [leftOut(section, missing)]),
    ];
  });
  return `${[...head, ...shown, ...foot].filter((text) => text !== "").join(gap)}\n`;
}

/** Gaps between the entries of a list would be drawn. */
function joined(blocks: readonly string[]): string {
  const isEntry = (block: string | undefined) =>
    block?.startsWith("- ") === true && !block.includes("\n");
  return blocks
    .map((block, index) => {
      if (index === 0) return block;
      return `${isEntry(block) && isEntry(blocks[index - 1]) ? "\n" : gap}${block}`;
    })
    .join("");
}

function sizeOf(text: string): number {
  return Buffer.byteLength(text) + gap.length;
}

function titleOf({ title }: Section): string {
  return `### ${title}`;
}

function leftOut({ noun }: Section, count: number): string {
  const verb = count === 1 ? "is" : "are";
  return (
    `**${plural(count, `more ${noun}`)} ${verb} omitted** because the size of a summary is limited. ` +
    "`report.json` has all of them."
  );
}
