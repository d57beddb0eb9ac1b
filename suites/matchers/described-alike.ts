import type { Operation } from "../../contracts/catalogue.ts";
import { describeValue } from "../../contracts/describe-value.ts";
import { group } from "../../contracts/group.ts";
import type { Found } from "../model/check.ts";
import {
  absent,
  optionalNames,
  presenceIn,
  present,
  type Statement,
  statedNames,
  statementsIn,
} from "./entry-statements.ts";
import type { AtVersion } from "./found-at-versions.ts";
import { type Agree, agreementOn, isEqual } from "./statement-agreement.ts";

/** The statements of one entry by their texts. There are many responses, and few different statements. */
type Variants = ReadonlyMap<string, readonly Statement[]>;

/** The statements of some responses by their entries. */
type Known = ReadonlyMap<string, Variants>;

/** @param several entries whose statements do not count */
function knownIn(
  responses: readonly (readonly Statement[])[],
  several: ReadonlySet<string>,
): Known {
  const counted = responses.flat().filter(({ identity }) => !several.has(identity));
  return new Map(
    [...group(counted, ({ identity }) => identity)].map(([identity, all]) => [
      identity,
      group(all, ({ text }) => text),
    ]),
  );
}

/**
 * The statement that most responses have; where two have equally many, the one that agrees with the given one.
 * @param except the exchange whose statements do not count
 */
function usual(
  all: Variants | undefined,
  agree: Agree,
  own: Statement,
  except: string | null = null,
): Statement | undefined {
  if (all === undefined) return undefined;
  const isOther = ({ exchange }: Statement) => exchange !== except;
  const [same = []] = all.values();
  if (all.size === 1) return same.find(isOther);
  const others = [...all].flatMap(([text, same]) => {
    const counted = same.filter(isOther);
    const [one] = counted;
    return one === undefined ? [] : [{ text, one, length: counted.length }];
  });
  const counted = others.map(({ text, one }) => {
    const same = others.filter((other) => agree(text, other.text));
    const count = same.reduce((sum, { length }) => sum + length, 0);
    return { one, count, isOwn: agree(text, own.text) };
  });
  const [first] = counted.toSorted(
    (one, other) => other.count - one.count || Number(other.isOwn) - Number(one.isOwn),
  );
  return first?.one;
}

/** Entries that a single response describes in several ways: a publisher may be listed once for each language. */
function describedInSeveralWays(
  responses: readonly (readonly Statement[])[],
  agree: Agree,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const stated of responses) {
    const first = new Map<string, string>();
    for (const { identity, text } of stated) {
      const other = first.get(identity);
      if (other === undefined) first.set(identity, text);
      else if (!agree(text, other)) found.add(identity);
    }
  }
  return found;
}

/** Fewer entries may have been changed between two requests. */
const enough = 3;

/** What an entry states, with what it states elsewhere. */
interface Compared {
  readonly one: Statement;
  readonly other: Statement;
  readonly agrees: boolean;
}

/** @param except the exchange whose statements do not count */
function compare(
  agree: Agree,
  own: readonly Statement[],
  elsewhere: Known,
  except: string | null = null,
): readonly Compared[] {
  return own.flatMap((one) => {
    const other = usual(elsewhere.get(one.identity), agree, one, except);
    return other === undefined ? [] : [{ one, other, agrees: agree(one.text, other.text) }];
  });
}

function mostDiffer(all: readonly Compared[]): boolean {
  return 2 * all.filter(({ agrees }) => !agrees).length > all.length;
}

/** Expects that at least half of the entries, if they are enough, state what they state elsewhere. */
function expectMostAgree(all: readonly Compared[]): readonly Found[] {
  const example = all.find(({ agrees }) => !agrees);
  if (example === undefined || all.length < enough || !mostDiffer(all)) return [];
  const { one, other } = example;
  return [
    {
      path: one.path,
      expected: `${describeValue(other.value)}, as for the same entry in another response`,
      actual: describeValue(one.value),
      exchange: one.exchange,
      beside: other.exchange,
    },
  ];
}

/** A server may leave something out of some entries, whichever these are on a page. */
const enoughWithout = 5;

/**
 * Expects that what entries have in most responses of an endpoint is not missing from all of them in one, if they are
 * enough.
 */
function expectSameMembers(own: readonly AtVersion[], name: string): readonly Found[] {
  const stated = own.map((one) => presenceIn(one, name));
  // Most members are missing nowhere.
  if (!stated.some((all) => all.some(({ text }) => text === absent))) return [];
  const known = knownIn(stated, describedInSeveralWays(stated, isEqual));
  return stated.flatMap((all) => {
    const compared = compare(isEqual, all, known, all[0]?.exchange).filter(
      ({ other }) => other.text === present,
    );
    const isMissing = compared.every(({ one }) => one.text === absent);
    return isMissing && compared.length >= enoughWithout ? expectMostAgree(compared) : [];
  });
}

/** The statement of each entry that most responses have. */
function usualOfEach(known: Known, agree: Agree): readonly Statement[] {
  return [...known.values()].flatMap((all) => {
    const [first] = all.values().next().value ?? [];
    return first === undefined ? [] : (usual(all, agree, first) ?? []);
  });
}

/**
 * Expects that the entries of each response state the same as in other responses of the endpoint and leave out nothing,
 * and that they state the same as at other endpoints. If they agree with one of these, it is another one that is wrong.
 * @param own responses of the endpoint at one version
 * @param others those of other endpoints at the same version
 * @param versions the operations of the endpoint at other versions
 */
export function expectDescribedAlike(
  own: readonly AtVersion[],
  others: readonly AtVersion[],
  versions: readonly Operation[] = [],
): readonly Found[] {
  const [first] = own;
  if (first === undefined) return [];
  const lacking = optionalNames(first.operation, versions).flatMap((name) =>
    expectSameMembers(own, name),
  );
  const endpoints = [...group(others, ({ operation }) => operation.endpoint).values()];
  const different = statedNames(first.operation).flatMap((name) => {
    const statedIn = (all: readonly AtVersion[]) => all.map((one) => statementsIn(one, name));
    const stated = statedIn(own);
    const elsewhere = endpoints.map(statedIn);
    const everywhere = [...stated, ...elsewhere.flat()];
    const agree = agreementOn(name, everywhere);
    const several = describedInSeveralWays(everywhere, agree);
    const known = knownIn(stated, several);
    // Most entries state the same everywhere.
    const isSame = [...known.values()].every(({ size }) => size === 1);
    const within = isSame
      ? []
      : stated.flatMap((all) => expectMostAgree(compare(agree, all, known, all[0]?.exchange)));
    if (within.length > 0) return within;
    const usually = usualOfEach(known, agree);
    const compared = elsewhere
      .map((all) => compare(agree, usually, knownIn(all, several)))
      .filter(({ length }) => length > 1);
    return compared.every(mostDiffer) ? compared.flatMap(expectMostAgree) : [];
  });
  // An empty title differs, too.
  const paths = new Set(different.map(({ path }) => path));
  return [...different, ...lacking.filter(({ path }) => !paths.has(path))];
}
