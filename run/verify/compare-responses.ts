import { maxRecordedBody, rawBodyOf, shortestCut } from "../../harness/exchanges/record.ts";
import { mayHavePlaceholder } from "../../harness/secrets/redaction.ts";
import type { ReportExchange } from "../../reporters/model/report.ts";

type RecordedResponse = NonNullable<ReportExchange["response"]>;

/**
 * Why a run does not record a response like this; null if it does. Checks judge `raw` where there is one, and
 * readers see `body`, so each derived member is made again from what was judged. Pure.
 */
export function responseProblem({
  response,
  failure,
}: Pick<ReportExchange, "response" | "failure">): string | null {
  if ((response === null) !== (failure !== null)) {
    return "a request has either a response or a failure";
  }
  return response === null ? null : (rawProblem(response) ?? bodyProblem(response));
}

/** Only bytes that are not UTF-8 are recorded beside the body, which shows the same ones. */
function rawProblem({ raw, body, bytes, truncated, redacted }: RecordedResponse): string | null {
  if (raw === undefined) return null;
  if (truncated || redacted) return "raw is recorded only with a whole body without secrets";
  const judged = Buffer.from(raw, "base64");
  if (judged.toString("base64") !== raw) return "raw is not base64";
  if (judged.length !== bytes) return `raw has ${judged.length} bytes, not ${bytes}`;
  const shown = rawBodyOf(judged);
  if (shown.body !== body) return "body does not show the bytes of raw, which were judged";
  return shown.raw === raw ? null : "raw is recorded only if it is not the UTF-8 of body";
}

function bodyProblem({ raw, body, bytes, truncated, redacted }: RecordedResponse): string | null {
  if (body.length > maxRecordedBody) return `body is longer than ${maxRecordedBody} characters`;
  // Placeholders may be longer or shorter than what they stand for.
  if (redacted) {
    return truncated || mayHavePlaceholder(body)
      ? null
      : "redacted is set, although body has no placeholder";
  }
  if (raw !== undefined) return null;
  const encoded = Buffer.from(body);
  if (encoded.toString() !== body) return "body is not a text that UTF-8 can encode";
  if (!truncated) {
    return encoded.length === bytes ? null : `body has ${encoded.length} bytes, not ${bytes}`;
  }
  if (body.length < shortestCut) return "truncated is recorded only for longer bodies";
  // A replacement character takes three bytes, but may stand for a single byte that is not UTF-8.
  const least = encoded.length - 2 * (body.split("\ufffd").length - 1);
  return bytes > least ? null : `truncated is set, although body has all ${bytes} bytes`;
}
