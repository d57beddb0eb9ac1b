import type { JsonObject } from "../contracts/json.ts";

/** The signs in a description that a parameter has a role. */
export interface RoleSigns {
  readonly group: string;
  readonly role: string;
  /** A constraint from the specification, with its name in words. */
  readonly constraint?: { readonly words: string; holds(schema: JsonObject): boolean };
  /** `format` of its schema. */
  readonly format?: string;
  readonly type: "string" | "integer";
  /** Complete names, ignoring case and separators. */
  readonly names: readonly string[];
  /** Words in a name; all words of one of these sets must occur. */
  readonly nameWords: readonly (readonly string[])[];
  /** In the parameter's description. */
  readonly text: RegExp;
}

const isFrom = (value: unknown, least: number) => value === least;

function isOneToHundred({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: JsonObject) {
  const fromOne = isFrom(minimum, 1) || isFrom(exclusiveMinimum, 0);
  return fromOne && (isFrom(maximum, 100) || isFrom(exclusiveMaximum, 101));
}

const domain: Omit<RoleSigns, "group" | "role"> = {
  type: "string",
  names: ["domain", "domains", "site", "host", "publisherdomain", "sourcedomain"],
  nameWords: [["domain"], ["domains"], ["site"], ["host"]],
  text: /\bdomains?\b/i,
};

/** The signs of every role, in the groups of the configuration. */
export const roleSigns: readonly RoleSigns[] = [
  {
    group: "publishers",
    role: "limit",
    type: "integer",
    constraint: { words: "the only integer from 1 to 100", holds: isOneToHundred },
    names: ["limit", "count", "size", "num", "n", "max", "results", "top", "rows", "take"],
    nameWords: [["limit"], ["count"], ["size"], ["per", "page"], ["max", "results"], ["num"]],
    text: /\b(number of (results|publishers|items|entries)|how many|(max\w*|most) (number|results|publishers|items)|per page)\b/i,
  },
  {
    group: "publishers",
    role: "query",
    type: "string",
    constraint: {
      words: "the only text of at least 1 character",
      holds: ({ minLength }) => minLength === 1,
    },
    names: ["query", "q", "search", "text", "keyword", "keywords", "term", "terms", "phrase"],
    nameWords: [["query"], ["search"], ["keyword"], ["keywords"], ["term"]],
    text: /\b(search (quer|text|term|string|phrase|words?)|query string|free[- ]text|text to search|keywords?)/i,
  },
  {
    group: "publishers",
    role: "category",
    type: "string",
    names: ["category", "categories", "cat"],
    nameWords: [["category"], ["categories"]],
    text: /\bcategor(y|ies)\b/i,
  },
  {
    group: "publishers",
    role: "country",
    type: "string",
    names: ["country", "countrycode", "cc", "countries", "geo"],
    nameWords: [["country"], ["countries"]],
    text: /\b(countr(y|ies)|iso[ -]?3166)\b/i,
  },
  {
    group: "publishers",
    role: "language",
    type: "string",
    names: ["language", "lang", "languagecode", "locale", "hl", "languages"],
    nameWords: [["language"], ["lang"], ["languages"], ["locale"]],
    text: /\b(languages?|iso[ -]?639)\b/i,
  },
  {
    group: "publishers",
    role: "sort",
    type: "string",
    names: ["sort", "order", "orderby", "sortby", "sortorder", "ordering", "ranking"],
    nameWords: [["sort"], ["order"], ["ordering"]],
    text: /\b(sort(ed|ing|s)?|order(ed|ing)?)\b/i,
  },
  { group: "search", role: "domain", ...domain },
  {
    group: "search",
    role: "from",
    type: "string",
    format: "date",
    names: ["from", "since", "after", "start", "begin", "datefrom", "startdate", "publishedfrom"],
    nameWords: [["from"], ["since"], ["after"], ["start"], ["begin"], ["earliest"], ["min"]],
    text: /\b(from|since|on or after|or later|not before|earliest|first (date|day)|start(ing)?( date)?|lower bound)\b/i,
  },
  {
    group: "search",
    role: "to",
    type: "string",
    format: "date",
    names: ["to", "until", "till", "before", "end", "dateto", "enddate", "publishedto"],
    nameWords: [["to"], ["until"], ["till"], ["before"], ["end"], ["latest"], ["max"]],
    text: /\b(published[- ]to|(?<!up[- ])to[- ]date|until|till|up to(?! date)|on or before|or earlier|not after|latest|last (date|day)|end(ing)?( date)?|upper bound)\b/i,
  },
  {
    group: "search",
    role: "page",
    type: "integer",
    names: ["page", "p", "pagenumber", "pageno", "pageindex", "pg"],
    nameWords: [
      ["page", "number"],
      ["page", "no"],
      ["page", "index"],
    ],
    text: /\b(page (number|index)|(number|index) of the page|which page|page to return)\b/i,
  },
  {
    group: "search",
    role: "pageSize",
    type: "integer",
    names: ["pagesize", "perpage", "hitsperpage", "limit", "size", "count", "rows", "itemsperpage"],
    nameWords: [["page", "size"], ["per", "page"], ["limit"], ["size"]],
    text: /\b(per page|page size|size of (the|a) page|(number of|most|how many) (results|items|hits|articles)( in (the|a) page)?)\b/i,
  },
  {
    group: "topics",
    role: "subtopic",
    type: "string",
    names: ["subtopic", "subtopicid", "subsection", "section"],
    nameWords: [["subtopic"], ["sub", "topic"], ["subsection"], ["sub", "section"]],
    text: /\bsub-?(topic|section)s?\b/i,
  },
  {
    group: "topics",
    role: "topic",
    type: "string",
    names: ["topic", "topicid", "topicname", "topics"],
    nameWords: [["topic"]],
    text: /(?<!sub-?)\btopics?\b/i,
  },
];
