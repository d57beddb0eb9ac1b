import { parseUrl } from "../../contracts/parse-url.ts";
import {
  describesCredential,
  looksLikeCode,
  looksOpaque,
  mayBePassword,
  namesCredential,
} from "../credentials/credentials.ts";
import { createFoundSecrets } from "../credentials/found-secrets.ts";
import { decodedComponent, readValues } from "../credentials/values-of-text.ts";
import { isUrl } from "../is-url.ts";

/**
 * The values in a URL that grant access, such as a signature or the token of a file that is not public: what would be
 * removed from recorded traffic, and whatever else its parameters and the parts of its path may grant access with.
 * @param location a URL, or the path of a file, which has none
 */
export function credentialsInUrl(location: string | null): readonly string[] {
  if (location === null || !isUrl(location) || parseUrl(location) === null) return [];
  const found = createFoundSecrets();
  readValues(location, "no", found);
  const values = [...valuesIn(location)].filter(mayGrantAccess).map(({ value }) => value);
  return [...new Set([...values, ...found.values.keys()])];
}

/** A URL may be a parameter of another one. */
const deepest = 4;

interface UrlValue {
  /** Empty if it has none. */
  readonly name: string;
  readonly value: string;
  /** Whether it is a part of the path, named by the one before it: `/token/…`. */
  readonly isSegment: boolean;
}

function* valuesIn(text: string, depth = 0): Iterable<UrlValue> {
  const [path = "", ...parameters] = text.split(/[?#&;]/);
  const segments = path.split("/");
  for (const [index, part] of [...segments, ...parameters].entries()) {
    const equals = part.indexOf("=");
    const isSegment = equals === -1 && index < segments.length;
    const before = isSegment ? (segments[index - 1] ?? "") : part.slice(0, Math.max(0, equals));
    const sent = part.slice(equals + 1);
    const value = decodedComponent(sent);
    yield { name: decodedComponent(before), value, isSegment };
    if (value !== sent && depth < deepest) yield* valuesIn(value, depth + 1);
  }
}

/** Has parameters of its own, which are read too. */
const isAddress = /[?&#]|:\/\//;

function mayGrantAccess({ name, value, isSegment }: UrlValue): boolean {
  const named = namesCredential(name);
  const isMade = looksOpaque(value) || looksLikeCode(value);
  if (isSegment) return named !== "no" && isMade;
  if (named === "yes") return value !== "";
  if (isAddress.test(value)) return false;
  return named === "maybe" ? isMade || mayBePassword(value) : isMade && !describesCredential(name);
}
