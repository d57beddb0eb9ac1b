import { userAndPassword } from "./basic.ts";
import { looksOpaque, namesCredential } from "./credentials.ts";
import { passedOnInPath } from "./passed-on.ts";
import { piecesOf } from "./pieces.ts";

/** Tokens whose form alone says what they are: a JWT (RFC 7519), and those with the mark of who issued them. */
const recognisable = [
  // Signed, or encrypted in five parts (RFC 7516), of which the second one may be empty.
  // The JSON of its header may have white space after the first brace.
  /(?<![\w-])(?:ey[AJ]|ew[0ok])[\w-]{5}[\w-]*\.(?:[\w-]{5}[\w-]*)?\.[\w-]*(?:\.[\w-]+\.[\w-]+)?/g,
  /(?<![\w-])(?:gh[opsu]_|github_pat_|glpat-|xox[abeprs]-|[rs]k_(?:live|test)_|AIza|v[1-4]\.(?:local|public)\.)[\w-]{12}[\w-]*/g,
  /(?<![\w-])(?:ya29\.|1\/\/0|sk-(?:proj|ant|svcacct|or)-|shpat_|dop_v1_|pypi-AgE|SG\.)[\w-]{16}[\w.-]*/g,
  /(?<![\w-])(?:whsec_|xapp-|sq0(?:atp|csp|idp)-|ATATT3x|lin_api_|figd_|sntry[su]_|tskey-|hv[bs]\.|gl(?:sa|c)_|rubygems_|PMAK-|NRAK-|pscale_(?:tkn|pw)_|dp\.(?:pt|st|ct|sa|scim|audit)\.|AGE-SECRET-KEY-1|amzn\.mws\.)[\w-]{12}[\w-]*/g,
  // Of a Discord bot, and of Mailgun.
  /(?<![\w-])[MNO][A-Za-z0-9]{23}[A-Za-z0-9]{0,4}\.[\w-]{6}\.[\w-]{27}[\w-]*/g,
  /(?<![\w-])key-[0-9a-f]{32}(?![\w-])/g,
  // `npm_` also begins the names of variables.
  /(?<![\w-])(?:npm|hf)_[A-Za-z0-9]{30}[A-Za-z0-9]*/g,
  /(?<![\w-])A[KS]IA[A-Z0-9]{16}(?![\w-])/g,
  // Of Alibaba, Tencent, Databricks and Yandex.
  /(?<![\w-])(?:LTAI[A-Za-z0-9]{12}[A-Za-z0-9]*|AKID[A-Za-z0-9]{32}|dapi[0-9a-f]{32}|AQVN[\w-]{30}[\w-]*)/g,
  // Of a Telegram bot, also in a path: `/bot83927461:…/sendMessage`.
  /(?<!\d)\d{8,10}:[\w-]{35}(?![\w-])/g,
  // Webhooks of Slack and Discord.
  /(?:hooks\.slack\.com\/\w{1,20}|\/api\/webhooks\/\d{1,30})\/([\w/-]{16,200})/g,
  // Specification: Authentication, 3.
  /(?<![A-Za-z0-9])bk_[\w-]{4}[\w-]*/g,
] as const;
/** In other letters, within a word, and backwards, a key of the service is what a machine has made. */
const otherKey = /bk_[\w-]+/gi;
const turnedKey = /_kb/gi;
/** The most characters before `_kb`, with which a key that is written backwards ends. */
const longestTurned = 100;
const shortestTurned = 12;
/** What separates names and values in headers, forms, multipart bodies, XML and sentences. */
const separators = /[\s"'<>&;,=:：＝(){}[\]]+/g;
/** What may stand between them too: tags that say how a page looks, and the lengths that PHP writes. */
const between =
  /<\/?(?:td|th|tr|dt|dd|li|label|input|span|strong|em|code|pre|div|p|b|i)(?![\w-])|;s:\d{1,9}:/g;
/** Shorter base64 has no user and password. */
const shortestBasic = 8;
/** The scheme may stand between a name and its value: `Authorization: Bearer …`. */
const mostApart = 2;
/** Words of a sentence that don't count: `the password has been set to …`. */
const fillers = new Set([
  ...[
    "a",
    "an",
    "and",
    "as",
    "been",
    "below",
    "for",
    "has",
    "have",
    "here",
    "is",
    "new",
    "now",
    "of",
  ],
  ...[
    "set",
    "the",
    "this",
    "to",
    "use",
    "using",
    "was",
    "will",
    "with",
    "you",
    "your",
    "be",
    "changed",
  ],
]);
/** The most words before or after a value that are looked at. */
const mostWords = 8;
/** User and password of a command: `curl -u user:…`. */
const userOption = /(?<!\S)(?:-u|--user)[\s=]["']?[^\s:"']{1,100}:([^\s"']{8,200})/g;

/**
 * Values in any text that look like credentials: those that follow a name for one, such as
 * `nonce="…"`, `<password>…` or `client_secret: …`, and tokens of a known form.
 */
export function* credentialsInText(text: string): Iterable<string> {
  const hasBasic = /\bbasic\b/i.test(text);
  const hasPaths = text.includes("/");
  let last: readonly string[] = [];
  const plain = text.replaceAll(between, " ");
  for (const batch of piecesOf(plain, separators)) {
    const words = last.length === 0 ? batch : [...last, ...batch];
    for (let index = last.length; index < words.length; index += 1) {
      const word = words[index] ?? "";
      if (hasBasic && word.length >= shortestBasic && /^basic$/i.test(words[index - 1] ?? ""))
        yield* userAndPassword(word);
      if (hasPaths && word.includes("/")) yield* passedOnInPath(word);
      // Opaque words are rare, and names are looked at more closely.
      if (!looksOpaque(word)) continue;
      if (isNamedBefore(words, index) || isNamedAfter(words, index)) yield word;
    }
    last = words.slice(-mostWords);
  }
  for (const form of recognisable) {
    for (const [all, token = all] of text.matchAll(form)) {
      yield token;
      // What the first part of a webhook or of a bot's token names is no secret.
      const last = token.split(/[/:]/).at(-1) ?? "";
      if (last !== token && looksOpaque(last)) yield last;
    }
  }
  for (const [, password = ""] of text.matchAll(userOption)) yield password;
  for (const [key] of text.matchAll(otherKey)) if (looksOpaque(key.slice(3))) yield key;
  let end = 0;
  for (const { index } of text.matchAll(turnedKey)) {
    if (index < end + shortestTurned) continue;
    end = index;
    const before = text.slice(Math.max(0, index - longestTurned), index + 3);
    const turned = before.split("").toReversed().join("");
    const key = turned.slice(0, turned.search(/[^\w-]|$/));
    if (looksOpaque(key.slice(3))) yield key;
  }
}

const isFiller = (word: string) => fillers.has(word.toLowerCase());
const isCredential = (word: string) => namesCredential(word) !== "no";

/** Whether a credential is named before a word: `token …`, `your new password is now: …`. */
function isNamedBefore(words: readonly string[], index: number): boolean {
  const before = words.slice(Math.max(0, index - mostWords), index);
  return before
    .filter((one) => !isFiller(one))
    .slice(-mostApart)
    .some(isCredential);
}

/** Whether a credential is named after a word: `… is your access token`. */
function isNamedAfter(words: readonly string[], index: number): boolean {
  const [verb = "", ...after] = words.slice(index + 1, index + 1 + mostWords);
  if (!/^(?:is|was|as)$/i.test(verb)) return false;
  return after
    .filter((one) => !isFiller(one))
    .slice(0, mostApart)
    .some(isCredential);
}
