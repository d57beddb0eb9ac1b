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

/** A publication as a response names it. */
interface Named {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly exchange: string;
}

function namedBy(
  publication: unknown,
  mark: Mark,
  path: string,
  exchange: string,
): readonly Named[] {
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
  return marks.flatMap((mark) => expectOwn(all, mark));
}

function expectOwn(all: readonly AtVersion[], mark: Mark): readonly Found[] {
  const sources = all.flatMap(({ exchange, operation }) =>
    articlesOf(bodyServed(exchange), operation).flatMap(({ article, index }) =>
      namedBy(article.source, mark, `/${operation.list}/${index}/source`, exchange.id),
    ),
  );
  const related = all.flatMap(({ exchange }) =>
    entries(member(bodyServed(exchange), "related_publications")).flatMap((one, index) =>
      namedBy(one, mark, `/related_publications/${index}`, exchange.id),
    ),
  );
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
