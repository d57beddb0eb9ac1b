import { describeValue } from "../../contracts/describe-value.ts";
import { group } from "../../contracts/group.ts";
import type { Found } from "../model/check.ts";
import { bodyServed } from "./answer.ts";
import type { AtVersion } from "./found-at-versions.ts";
import { entries, member } from "./json.ts";
import { articlesOf } from "./success-envelope.ts";

/** A publication as a response names it. */
interface Named {
  readonly name: string;
  readonly id: string;
  readonly path: string;
  readonly exchange: string;
}

function namedBy(publication: unknown, path: string, exchange: string): readonly Named[] {
  const [name, id] = [member(publication, "name"), member(publication, "publication_id")];
  if (typeof name !== "string" || typeof id !== "string") return [];
  if (name.trim() === "" || id.trim() === "") return [];
  return [{ name: name.trim().toLowerCase(), id, path, exchange }];
}

/** One publication may have several identifiers, such as one for each edition. */
const fewest = 2;

/**
 * Expects that most related publications have an identifier that articles state for a source of that name. Publications
 * without articles in these responses show nothing.
 * @param all responses of one version
 */
export function expectOwnPublications(all: readonly AtVersion[]): readonly Found[] {
  const sources = group(
    all.flatMap(({ exchange, operation }) =>
      articlesOf(bodyServed(exchange), operation).flatMap(({ article, index }) =>
        namedBy(article.source, `/${operation.list}/${index}/source`, exchange.id),
      ),
    ),
    ({ name }) => name,
  );
  const related = all.flatMap(({ exchange }) =>
    entries(member(bodyServed(exchange), "related_publications")).flatMap((one, index) =>
      namedBy(one, `/related_publications/${index}`, exchange.id),
    ),
  );
  const told = related.flatMap((one) => {
    const [source, ...more] = sources.get(one.name) ?? [];
    if (source === undefined) return [];
    return [{ one, source, isOwn: [source, ...more].some(({ id }) => id === one.id) }];
  });
  const wrong = told.filter(({ isOwn }) => !isOwn);
  const [example] = wrong;
  const names = new Set(wrong.map(({ one }) => one.name)).size;
  if (example === undefined || names < fewest || 2 * wrong.length <= told.length) return [];
  const { one, source } = example;
  return [
    {
      path: `${one.path}/publication_id`,
      expected: `${describeValue(source.id)}, as for the source ${JSON.stringify(source.name)} of an article`,
      actual: describeValue(one.id),
      exchange: one.exchange,
      beside: source.exchange,
    },
  ];
}
