import { authStyles } from "../../contracts/vocabulary.ts";
import { credentialHeaders } from "../../harness/requests/credential-header.ts";
import {
  type Credential,
  type KeyName,
  type SingleCredential,
  singleCredentials,
} from "../../harness/requests/request-spec.ts";

const changedIn = (sixth: string): string =>
  `the surface's key with another character in its ${sixth} sixth`;

const keyTexts: Readonly<Record<KeyName, string>> = {
  own: "the surface's key",
  unknown: "a key that was never issued",
  lengthened: "the surface's key with one more character",
  shortened: "the surface's key without its last character",
  altered: "the surface's key with its last character changed",
  "altered-within-1": "the surface's key with another first character after bk_",
  "altered-within-2": changedIn("second"),
  "altered-within-3": changedIn("third"),
  "altered-within-4": changedIn("fourth"),
  "altered-within-5": changedIn("fifth"),
  "altered-within-6": changedIn("last"),
  unprefixed: "the surface's key without bk_",
  recased: "the surface's key with its letter case swapped",
  "other-product": "the other product's key",
  revoked: "the revoked key",
  revocable: "the key that was just revoked",
};

/** What is special about the credential of a request; null for the valid key in a listed style. */
export function credentialText(credential: Credential): string | null {
  const [first, ...others] = singleCredentials(credential);
  if (first === undefined) return "a request without a key";
  if (others.length === 0 && isOrdinary(first)) return null;
  return [first, ...others].map(singleText).join(" and ");
}

/** The surface's key in a listed style. */
function isOrdinary(credential: SingleCredential): boolean {
  if (credential.kind === "malformed" || credential.key !== "own") return false;
  return (authStyles as readonly string[]).includes(credential.form);
}

/** A credential as it is sent: `the surface's key in "Authorization: Token"`. */
function singleText(credential: SingleCredential): string {
  if (credential.kind === "malformed") {
    const { header, value } = credential;
    return value === "" ? `an empty ${header} header` : `"${header}: ${value}"`;
  }
  const [sent] = credentialHeaders(credential);
  const name = sent?.name === "authorization" ? "Authorization" : sent?.name;
  const scheme = sent?.kind === "key" ? sent.scheme.trim() : "";
  return `${keyTexts[credential.key]} in ${scheme === "" ? name : `"${name}: ${scheme}"`}`;
}
