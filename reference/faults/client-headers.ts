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
    sentence: "A GET with a Content-Type is refused with 400, since its empty body is not JSON.",
    status: 400,
    header: "content-type",
    example: "application/json",
  },
  {
    name: "crash-on-a-cookie",
    breaks: "transport.any-media-type",
    sentence: "A cookie that the server has not set results in status 500.",
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
    name: "crash-without-a-user-agent",
    breaks: "transport.any-media-type",
    sentence: "A request without a User-Agent results in status 500.",
    status: 500,
    header: "user-agent",
    form: /^$/,
    example: "",
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
    sentence: "A GET with the media type of a form is refused, since its body has no fields.",
    status: 400,
    header: "content-type",
    form: /x-www-form-urlencoded/,
    example: "application/x-www-form-urlencoded",
  },
  {
    name: "every-tag-is-current",
    breaks: "transport.browser-media-types",
    sentence: "A client that sends an entity tag gets status 304, whatever the tag is.",
    status: 304,
    header: "if-none-match",
    form: /^"/,
    example: '"no-such-tag"',
  },
  {
    name: "pages-of-other-sites-refused",
    breaks: "transport.browser-media-types",
    sentence: "A request that a browser sends for a page of another site is refused with 403.",
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
