import { loadRegister } from "../../contracts/load.ts";
import type { Fault } from "../../reference/faults/fault.ts";
import { observableChecks } from "../../suites/session/observed-judge.ts";

/** The requirements that one answer in recorded traffic can show. */
export const observable: ReadonlySet<string> = new Set(
  observableChecks(loadRegister()).map(([{ requirement }]) => requirement),
);

/**
 * By fault, what recorded traffic shows besides what it breaks. A request that was made for one
 * requirement is like any other there: an empty result is a list of another type, a 5xx is a server
 * error, the echo tells what a server understood, a page in place of an error is no envelope, whatever
 * the client accepts, and a version that is overlooked shows in the body.
 */
export const alsoSeen: Readonly<Record<string, readonly string[]>> = {
  "page-unless-json-is-named": ["transport.json-body", "transport.json-content-type"],
  "page-about-a-parameter-unless-json-is-named": [
    "error.geolocation-legacy-envelope",
    "error.json-content-type",
  ],
  "error-page-unless-json-is-named": [
    "error.current-on-news",
    "error.json-content-type",
    "error.known-envelope",
  ],
  "text-beside-json": ["transport.json-content-type"],
  "gzip-without-its-header": ["transport.json-body"],
  "scripts-of-other-sites-refused": ["error.current-on-news", "error.known-envelope"],
  "text-to-command-line-tools": ["transport.json-content-type"],
  "crash-on-an-impossible-day": ["error.never-5xx"],
  "crash-on-broken-encoding": ["error.never-5xx"],
  "crash-on-brackets-in-names": ["error.never-5xx"],
  "crash-on-unknown-country": ["error.never-5xx"],
  "crash-on-unknown-category": ["error.never-5xx"],
  "crash-on-unknown-language-of-places": ["error.never-5xx"],
  "crash-on-two-keys": ["error.never-5xx"],
  "crash-on-a-named-topic-that-there-is-not": ["error.never-5xx"],
  "crash-on-a-page-in-words": ["error.never-5xx"],
  "crash-on-an-empty-date": ["error.never-5xx"],
  "crash-on-what-topics-do-not-define": ["error.never-5xx"],
  "crash-on-a-parameter-against-caches": ["error.never-5xx"],
  "first-request-in-capitals-crashes": ["error.never-5xx"],
  "version-header-in-lower-case-only": [
    "envelope.members-present",
    "version.no-foreign-members",
    "version.own-envelope",
  ],
  "version-header-with-capitals-refused": ["ping.public"],
  // Whether there was a key, a recording does not tell.
  "led-to-the-login-page": ["version.unknown-value-refused"],
  "unlisted-version-needs-no-key": ["version.unknown-value-refused"],
  "crash-without-a-key": ["version.unknown-value-no-server-error", "version.unknown-value-refused"],
};

/**
 * Faults that are missed although traffic can show the requirement: a refusal may be for the key, an
 * odd request is one of which nothing is concluded, what a filter leaves out shows beside another answer,
 * a requirement of the dated versions is not judged without the header, and a recording does not tell
 * whether a missing answer was an outage.
 */
export const unseen: ReadonlySet<string> = new Set([
  "method-refused-with-a-code-of-letters",
  "number-of-results-refused-alone",
  "ping-wants-a-key",
  "range-of-days-finds-nothing",
  "first-date-three-days-late",
  "last-date-four-days-early",
  "first-date-alone-finds-nothing",
  "last-date-alone-finds-nothing",
  "publishers-by-number-only",
  "domains-end-in-another-dot",
  "text-alone-echoed-by-default",
  "ping-dropped",
  "location-unprocessable",
  "hundred-is-one-too-many",
  "long-lists-forbidden",
  "one-is-too-few",
  "large-page-dropped",
  "later-page-of-a-phrase-dropped",
  "zero-results-dropped",
  "number-with-a-tail",
  "error-in-one-word",
  "new-errors-of-old-articles",
]);

/** Whether recorded traffic shows what a fault breaks. */
export function isSeen({ name, breaks }: Fault): boolean {
  return observable.has(breaks) && !unseen.has(name);
}
