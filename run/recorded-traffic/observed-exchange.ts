import {
  type AuthStyle,
  authStyles,
  defaultVersion,
  type Surface,
} from "../../contracts/vocabulary.ts";
import { namesCredential } from "../../harness/credentials/credentials.ts";
import { inflateRoom } from "../../harness/credentials/inflate.ts";
import { textOfBytes } from "../../harness/credentials/text-of-bytes.ts";
import { answerFrom } from "../../harness/exchanges/answer.ts";
import { curlLine } from "../../harness/exchanges/curl.ts";
import type { Exchange } from "../../harness/exchanges/exchange.ts";
import { type RecordRoom, recordResponse } from "../../harness/exchanges/record.ts";
import type { HarEntry } from "../../harness/har/har-entry.ts";
import { redactForeignHeaders } from "../../harness/har/shown-headers.ts";
import {
  type Credential,
  noCredential,
  type RequestSpec,
} from "../../harness/requests/request-spec.ts";
import type { Redact } from "../../harness/secrets/redaction.ts";
import type { SurfaceConfiguration } from "../../harness/settings/types.ts";

/** The style in which a request carries a key; null if it carries none or several. */
export function styleIn(headers: HarEntry["requestHeaders"]): AuthStyle | null {
  const bearer = /^bearer\s+\S/i.test(headers.authorization ?? "");
  const found = authStyles.filter((style) =>
    style === "bearer" ? bearer : Boolean(headers[style]),
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The value of `api-version`. A header with the value `default` differs from an omitted one. */
function versionIn(headers: HarEntry["requestHeaders"]): string {
  const sent = headers["api-version"];
  return sent === undefined ? defaultVersion : sent === defaultVersion ? `"${sent}"` : sent;
}

function shownParameter(name: string, value: string): string {
  return namesCredential(name) === "yes" ? "[redacted]" : value;
}

/** The URL without user name, password and credential parameters, however short their values are. */
function shownUrl(url: URL): URL {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  shown.hash = "";
  const names = new Set([...shown.searchParams.keys()]);
  for (const name of names) {
    if (namesCredential(name) === "yes") shown.searchParams.set(name, "[redacted]");
  }
  return shown;
}

type ShownResponse = NonNullable<Exchange["recorded"]["response"]>;

/** Whether the bytes of a body are text, which can be searched for secrets, and contain none. */
function isSearched(body: Uint8Array, redact: Redact): boolean {
  const text = textOfBytes(body, inflateRoom(body.length));
  return !binary.test(text) && redact(text) === text;
}

/** Control characters that no text has. */
const binary = /[^\P{Cc}\s]/u;

function withoutBytes({ raw, ...shown }: ShownResponse): ShownResponse {
  return raw === undefined ? shown : { ...shown, redacted: true };
}

/**
 * An entry of a HAR file as if a check had requested it. Its key is unknown; since no check of recorded
 * traffic depends on the key, it is treated as valid.
 *
 * @param id such as `h1-204`: file 1, entry 204
 * @param room for the bodies of all exchanges that are shown
 */
export function observedExchange(
  id: string,
  entry: HarEntry,
  place: { readonly surface: Surface; readonly endpoint: string },
  surface: SurfaceConfiguration,
  redact: Redact,
  room: RecordRoom,
): Exchange {
  const { url, requestHeaders, status, headers, body, sentAt, receivedAt } = entry;
  const style = styleIn(requestHeaders);
  const good = (form: AuthStyle): Credential => ({ kind: "key", key: "own", form });
  const spec: RequestSpec = {
    ...place,
    version: versionIn(requestHeaders),
    credential: good(style ?? "bearer"),
    query: [...url.searchParams],
  };
  const repeated: RequestSpec = {
    ...spec,
    query: spec.query.map(([name, value]) => [name, shownParameter(name, value)]),
    credential: style === null ? noCredential : good(style),
  };
  let recordedResponse: Exchange["recorded"]["response"] | undefined;
  return {
    id,
    spec,
    answer: answerFrom(status, headers, body, redact),
    failure: null,
    sentAt,
    receivedAt,
    recorded: {
      id,
      ...place,
      version: spec.version,
      curl: redact(curlLine(repeated, surface, [])),
      request: {
        method: "GET",
        url: redact(shownUrl(url).href),
        headers: redactForeignHeaders(requestHeaders, redact),
      },
      // Only a few of many entries are shown.
      get response() {
        if (recordedResponse === undefined) {
          const shownHeaders = (shown: HarEntry["headers"]) => redactForeignHeaders(shown, redact);
          const answered = { status, headers, body };
          const whole = recordResponse(answered, redact, shownHeaders, room.next());
          recordedResponse =
            whole.raw === undefined || isSearched(body, redact) ? whole : withoutBytes(whole);
          room.take(answered.body.length);
        }
        return recordedResponse;
      },
      failure: null,
      attempts: 1,
      startedAt: new Date(sentAt).toISOString(),
      durationMs: receivedAt - sentAt,
    },
  };
}
