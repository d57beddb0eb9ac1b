import { articles, isEditable, objectsAt } from "../faults/edit.ts";
import type { FaultRequest } from "../faults/fault.ts";
import { everywhere, type Variant } from "./variant.ts";

type Entry = Record<string, unknown>;

/** The number of requests until now. */
function countIn({ memory }: FaultRequest): number {
  const count = Number(memory.get("pictures") ?? 0) + 1;
  memory.set("pictures", count);
  return count;
}

function entriesOf(body: unknown): readonly Entry[] {
  return [...articles(body), ...objectsAt(body, "publishers")];
}

/** Replaces each text under one of the names. */
function replaceIn(
  entries: readonly Entry[],
  names: readonly string[],
  by: (text: string, index: number, entry: Entry) => string,
): void {
  for (const [index, entry] of entries.entries())
    for (const name of names) {
      const text = entry[name];
      if (typeof text === "string") entry[name] = by(text, index, entry);
    }
}

const lengthOfTitle = ({ title }: Entry) => String(title).length;

const pictures = ["image", "thumbnail", "logo", "favicon"];

/** Freedoms in what illustrates an entry. */
export const pictureVariants: readonly Variant[] = [
  everywhere(
    "pictures-of-an-archive",
    "Each response has other pictures for its articles and publishers, out of an archive of sixty.",
    {
      response({ body }, request) {
        const count = countIn(request);
        replaceIn(
          entriesOf(body),
          pictures,
          (_, index) => `https://archive.example/${(count * 7919 + index * index * 31) % 60}.jpg`,
        );
      },
    },
  ),
  everywhere(
    "pictures-in-a-size-for-each-request",
    "Pictures have the size of a request in their path, and descriptions begin at another word.",
    {
      response({ body }, request) {
        const count = countIn(request);
        const entries = entriesOf(body);
        replaceIn(entries, pictures, (url) =>
          url.replace(/^(https?:\/\/[^/]+)/, `$1/${count}x${count}`),
        );
        replaceIn(entries, ["description"], (text) => {
          const words = text.split(" ");
          return words.slice(count % Math.max(1, words.length - 3)).join(" ");
        });
      },
    },
  ),
  everywhere(
    "one-picture-for-several-entries",
    "Articles and publishers whose titles are equally long have one picture and one description.",
    {
      response({ body }) {
        const entries = entriesOf(body);
        replaceIn(
          entries,
          pictures,
          (_, __, one) => `https://agency.example/${lengthOfTitle(one)}.jpg`,
        );
        replaceIn(entries, ["description"], (_, __, one) => `Report ${lengthOfTitle(one)}`);
      },
    },
  ),
  everywhere("icons-on-several-hosts", "Icons of sources are on another of four hosts each time.", {
    response({ body }, request) {
      const count = countIn(request);
      for (const [index, { source }] of articles(body).entries())
        if (isEditable(source))
          replaceIn([source], ["favicon"], (url) =>
            url.replace(/^(https?:\/\/)[^/]+/, `$1icons${(count + index) % 4}.example`),
          );
    },
  }),
];
