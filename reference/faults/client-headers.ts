import { succeeded } from "./edit.ts";
import type { Fault, FaultRequest } from "./fault.ts";

/** What a documented request with a valid key may end in because of a header that the service does not know. */
const refusals: readonly {
  readonly name: string;
  readonly breaks: "transport.any-media-type" | "transport.browser-media-types";
  readonly sentence: string;
  readonly status: number;
  readonly header: string;
  readonly form?: RegExp;
  readonly example: string;
}[] = [
  {
    name: "body-of-a-get-parsed",
    breaks: "transport.any-media-type",
    sentence: "A GET with a Content-Type is refused with 400, since its empty body is no JSON.",
    status: 400,
    header: "content-type",
    example: "application/json",
  },
  {
    name: "crash-on-a-cookie",
    breaks: "transport.any-media-type",
    sentence: "A cookie that is none of its own results in status 500.",
    status: 500,
    header: "cookie",
    example: "theme=dark",
  },
  {
    name: "crash-behind-a-proxy",
    breaks: "transport.any-media-type",
    sentence: "A request that came through a proxy results in status 500.",
    status: 500,
    header: "x-forwarded-for",
    form: /^203/,
    example: "203.0.113.7",
  },
  {
    name: "scripts-refused",
    breaks: "transport.any-media-type",
    sentence: "Clients whose User-Agent names Python, Go or curl are refused with 403.",
    status: 403,
    header: "user-agent",
    form: /^(python|go-http|curl)/i,
    example: "python-requests/2.32.3",
  },
  {
    name: "bots-refused",
    breaks: "transport.any-media-type",
    sentence: "A client whose User-Agent calls it a bot is refused with 403.",
    status: 403,
    header: "user-agent",
    form: /bot/i,
    example: "AcmeNewsBot/1.0 (+https://bot.example)",
  },
  {
    name: "form-without-fields-refused",
    breaks: "transport.any-media-type",
    sentence: "The fields of a form are looked for in the body of a GET, and missing there.",
    status: 400,
    header: "content-type",
    form: /x-www-form-urlencoded/,
    example: "application/x-www-form-urlencoded",
  },
  {
    name: "every-tag-is-current",
    breaks: "transport.browser-media-types",
    sentence: "Whatever tag a client has of an earlier response, it gets status 304.",
    status: 304,
    header: "if-none-match",
    form: /^"/,
    example: '"no-such-tag"',
  },
  {
    name: "pages-of-other-sites-refused",
    breaks: "transport.browser-media-types",
    sentence: "What a browser fetches for a page of another site is refused with 403.",
    status: 403,
    header: "sec-fetch-site",
    form: /^cross-site$/,
    example: "cross-site",
  },
];

/** Responses that depend on what else a client sends. */
export const clientHeaderFaults: readonly Fault[] = refusals.map(
  ({ name, breaks, sentence, status, header, form = /./, example }): Fault => ({
    name,
    breaks,
    also: ["error.", "ping.", "transport."],
    cells: { surface: "aggregator" },
    sentence,
    witness: {
      endpoint: "/search",
      headers: { [header]: example, "api-key": "$KEY" },
    },
    response(response, { headers }: FaultRequest) {
      if (succeeded(response) && form.test(String(headers[header] ?? ""))) response.status = status;
    },
  }),
);
