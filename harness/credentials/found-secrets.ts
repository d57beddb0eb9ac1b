import { minSecretLength } from "../redaction/secret-forms.ts";
import { userAndPassword } from "./basic.ts";
import {
  describesCredential,
  isOrdinary,
  isRandomCode,
  looksOpaque,
  mayBePassword,
  namesCredential,
  namesOneTimeCode,
} from "./credentials.ts";
import type { Findings } from "./findings.ts";
import { piecesOf } from "./pieces.ts";

/** As many different ones as the traffic of a few thousand users contains. */
export const mostSecrets = 20_000;
/** The characters of all of them; searching for one takes about 50 bytes of memory. */
export const mostCharacters = 4_000_000;
/** Of longer values, the beginning is searched for, which is enough to find the rest. */
const longestSecret = 8_192;
const beginningLength = 1_024;

/** Shorter numbers, as opposed to texts of digits, are mostly ordinary. */
const shortestNumber = 8;

/** What tools for packages and containers keep as in HTTP Basic: `{"auths": {"registry": {"auth": "…"}}}`. */
const namesBasic = /^_?auth$/i;

/** A placeholder in a recording is not a key. */
const isPlaceholder = (value: string) => value.startsWith("$") || value.startsWith("[redacted");

/** Whether digits under a name grant access: `max_tokens` counts them, `token_limit` describes them. */
const isStrongName = (name: string) =>
  namesCredential(name) === "yes" && !describesCredential(name) && !/tokens$/i.test(name);

/** The values found in recorded traffic that may grant access. */
export interface FoundSecrets extends Findings {
  /** Each with whether it is only the beginning of a longer one. */
  readonly values: ReadonlyMap<string, boolean>;
  /** The characters of all values. */
  characters(): number;
  /** Whether there are more than can be searched for. */
  isTooMuch(): boolean;
  /** The credential in a header, with or without a scheme before it. */
  credential(value: string): void;
}

/** Decides which of the values that readers find are secrets, and keeps each of these once. */
export function createFoundSecrets(): FoundSecrets {
  const values = new Map<string, boolean>();
  let characters = 0;
  const isTooMuch = () => values.size > mostSecrets || characters > mostCharacters;

  const keep = (value: string) => {
    const trimmed = value.trim();
    const isLong = trimmed.length > longestSecret;
    const text = isLong ? trimmed.slice(0, beginningLength) : trimmed;
    if (text.length < minSecretLength || isPlaceholder(text)) return;
    if (values.has(text) || isTooMuch()) return;
    // A copy, since a part of a text would keep the whole text in memory.
    values.set(Buffer.from(text, "utf16le").toString("utf16le"), isLong);
    characters += text.length;
  };
  const add = (value: string) => {
    if (!isOrdinary(value.trim())) keep(value);
  };
  const schemed = (sent: string) => {
    // Of a longer one, the beginning is searched for anyway.
    const [scheme = "", ...rest] = sent
      .slice(0, 2 * longestSecret)
      .trim()
      .split(/\s+/);
    if (rest.length === 0) {
      // One of several, such as the protocols of a WebSocket.
      if (looksOpaque(scheme)) add(scheme);
      return;
    }
    add(rest.join(" "));
    if (scheme.toLowerCase() === "basic")
      for (const one of userAndPassword(rest.join(""))) add(one);
    else for (const part of rest) if (mayBePassword(part)) add(part);
  };
  const credential = (value: string) => {
    // A number that stands in the place of a credential, as opposed to any other of its length.
    if (/^\d{8,9}$/.test(value)) keep(value);
    add(value);
    const begin = value.slice(0, value.search(/["'<>;,&)\]}]|$/));
    if (begin.length < value.length && mayBePassword(begin)) add(begin);
    // Several may be joined with commas: `Bearer one, Bearer two`.
    for (const several of piecesOf(value, ",")) for (const sent of several) schemed(sent);
  };

  const addDigits = (name: string, digits: string, least: number) => {
    const isLong = digits.length >= least && isStrongName(name);
    if (isLong || namesOneTimeCode(name)) keep(digits);
  };

  return {
    values,
    characters: () => characters,
    isTooMuch,
    add,
    credential,
    named(name, value, within) {
      const own = namesCredential(name);
      if (/^\d{6,9}$/.test(value)) addDigits(name, value, minSecretLength);
      if (namesBasic.test(name)) for (const one of userAndPassword(value)) add(one);
      if (own === "yes") credential(value);
      else if (own === "maybe" && isRandomCode(value)) add(value);
      else if (looksOpaque(value)) {
        if (own === "maybe" || within !== "no") credential(value);
      } else if (within === "yes" && !describesCredential(name) && mayBePassword(value)) add(value);
    },
    beside(name, value, within) {
      const own = namesCredential(name);
      const isLikely = own !== "no" || within !== "no";
      if (isLikely && looksOpaque(value)) credential(value);
      else if ((own === "yes" || within === "yes") && mayBePassword(value)) add(value);
    },
    number(name, digits) {
      addDigits(name, digits, shortestNumber);
    },
  };
}
