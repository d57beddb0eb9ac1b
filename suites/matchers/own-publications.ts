import { describeValue } from "../../contracts/describe-value.ts";
import { group } from "../../contracts/group.ts";
import type { Found } from "../model/check.ts";
import { bodyServed } from "./answer.ts";
import type { AtVersion } from "./found-at-versions.ts";
import { entries, member } from "./json.ts";
import { articlesOf } from "./success-envelope.ts";

/** What a related publication and the sources of articles state of one publication. */
interface Mark {
  readonly member: "publication_id" | "favicon";
  /** Whether a publication may have others that no source states, and one may stand for several publications. */
  readonly isLoose: boolean;
}

const marks: readonly Mark[] = [
  { member: "publication_id", isLoose: false },
  // In several sizes and places, and one for publications that have none.
  { member: "favicon", isLoose: true },
];

/** A publication in a response. */
interface Placed {
  readonly publication: unknown;
  readonly path: string;
  readonly exchange: string;
}

/** What a response states of a publication with a name. */
interface Named extends Omit<Placed, "publication"> {
  readonly name: string;
  readonly value: string;
}

function namedBy({ publication, path, exchange }: Placed, mark: Mark): readonly Named[] {
  const [name, value] = [member(publication, "name"), member(publication, mark.member)];
  if (typeof name !== "string" || typeof value !== "string") return [];
  if (name.trim() === "" || value.trim() === "") return [];
  return [{ name: name.trim().toLowerCase(), value, path: `${path}/${mark.member}`, exchange }];
}

/** One publication may have several identifiers, such as one for each edition. */
const fewest = 2;

/**
 * Expects that most related publications have an identifier that articles state for a source of that name, and that most
 * do not have the icon of another source. Publications without articles in these responses show nothing.
 * @param all responses of one version
 */
export function expectOwnPublications(all: readonly AtVersion[]): readonly Found[] {
  const related = all.flatMap(({ exchange }) =>
    entries(member(bodyServed(exchange), "related_publications")).map((publication, index) => {
      return { publication, path: `/related_publications/${index}`, exchange: exchange.id };
    }),
  );
  if (related.length === 0) return [];
  const sources = all.flatMap(({ exchange, operation }) =>
    articlesOf(bodyServed(exchange), operation).map(({ article: { source }, index }) => {
      return {
        publication: source,
        path: `/${operation.list}/${index}/source`,
        exchange: exchange.id,
      };
    }),
  );
  return marks.flatMap((mark) => {
    const namedAll = (list: readonly Placed[]) => list.flatMap((one) => namedBy(one, mark));
    return expectOwn(namedAll(related), namedAll(sources), mark);
  });
}

function expectOwn(
  related: readonly Named[],
  sources: readonly Named[],
  mark: Mark,
): readonly Found[] {
  const byName = group(sources, ({ name }) => name);
  const byValue = group(sources, ({ value }) => value);
  const told = related.flatMap((one) => {
    const [source] = byName.get(one.name) ?? [];
    if (source === undefined) return [];
    const stating = byValue.get(one.value) ?? [];
    const isOwn = stating.some(({ name }) => name === one.name);
    return [{ one, source, isWrong: !isOwn && (stating.length > 0 || !mark.isLoose) }];
  });
  const wrong = told.filter(({ isWrong }) => isWrong);
  const [example] = wrong;
  if (example === undefined || 2 * wrong.length <= told.length) return [];
  const different = (of: "name" | "value") => new Set(wrong.map(({ one }) => one[of])).size;
  if (different("name") < fewest || (mark.isLoose && different("value") < fewest)) return [];
  const { one, source } = example;
  return [
    {
      path: one.path,
      expected: `${describeValue(source.value)}, as for the source ${JSON.stringify(source.name)} of an article`,
      actual: describeValue(one.value),
      exchange: one.exchange,
      beside: source.exchange,
    },
  ];
}
