import { acceptedCodings } from "../../harness/requests/request.ts";
import type { Negotiation } from "../../harness/requests/request-spec.ts";
import type { CheckContext, RequestChoice } from "../model/check.ts";
import { alternativesOf } from "../model/check.ts";
import { columnOf, rotate, rowOf } from "../model/rotation.ts";
import { alternatives } from "./ordinary-requests.ts";

/** A client that differs from the usual one in its headers, for a request that is served or one that is refused. */
export interface ClientProfile {
  readonly negotiation: Negotiation;
  /** Ping has no refusals. */
  readonly expects: "success" | "refusal";
}

const served = (negotiation: Negotiation): ClientProfile => ({ negotiation, expects: "success" });
const refused = (negotiation: Negotiation): ClientProfile => ({ negotiation, expects: "refusal" });

/** What command-line tools send. */
const ofCommandLine: Negotiation = {
  accept: "*/*",
  acceptEncoding: null,
  userAgent: "curl/8.5.0",
};

/** Of an orchestrator that asks whether the service is up, as some servers ask no key of. */
const ofProbe: Negotiation = {
  accept: "*/*",
  acceptEncoding: "gzip",
  userAgent: "kube-probe/1.31",
};

/** Of a program that writes its requests itself, with no more than HTTP requires. */
const withoutName: Negotiation = { accept: "*/*", acceptEncoding: null, userAgent: null };

/** Of Python's requests, which knows only some codings. */
const ofPython: Negotiation = {
  accept: "*/*",
  acceptEncoding: "gzip, deflate",
  userAgent: "python-requests/2.32.3",
};

/** Of a library for browsers and Node, with weights, and with the media type of a body that a GET does not have. */
const ofLibrary: Negotiation = {
  accept: "application/json;q=0.9, text/plain;q=0.8, */*;q=0.1",
  acceptEncoding: "br;q=1.0, gzip;q=0.9, deflate;q=0.5",
  userAgent: "axios/1.7.9",
  others: { "content-type": "application/json" },
};
const inLanguage = (acceptLanguage: string, more: Partial<Negotiation> = {}) =>
  served({ ...ofLibrary, ...more, acceptLanguage });

/** The media type of a form, whose fields are in the URL of a GET, and not in its body. */
const asForm = { "content-type": "application/x-www-form-urlencoded" };

/** Without `Accept`, and any coding refused; with the cookie of another application of the same host. */
const withoutAccept = served({
  accept: null,
  acceptEncoding: "identity, *;q=0",
  userAgent: "okhttp/4.12.0",
  others: { cookie: "theme=dark", "cache-control": "no-cache" },
});

/** Of the standard library of Go, which knows one coding. */
const ofGo = { acceptEncoding: "gzip", userAgent: "Go-http-client/1.1" } as const;

/** What a proxy adds, and a library that traces requests. */
const throughProxy = {
  "x-forwarded-for": "203.0.113.7",
  "x-forwarded-proto": "https",
  via: "1.1 proxy.example",
  traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
};

type Profiles = readonly [ClientProfile, ...ClientProfile[]];

/** Clients that accept JSON by name, in a range or with everything else; those of one entry take turns. */
const clients: readonly [Profiles, ...Profiles[]] = [
  [served(ofCommandLine), served(withoutName)],
  [withoutAccept],
  [refused(ofCommandLine), refused(ofProbe)],
  [
    served({ ...ofGo, accept: "application/*" }),
    served({ ...ofGo, accept: null, others: throughProxy }),
  ],
  [served(ofPython)],
  [
    inLanguage("fr-FR,fr;q=0.9,en;q=0.8"),
    // Media types are compared without regard to case, and may have parameters.
    inLanguage("de-DE", {
      accept: "application/json; charset=utf-8",
      userAgent: "Java/17.0.13",
    }),
    inLanguage("zh-CN,zh;q=0.9", {
      acceptEncoding: "br, gzip;q=0",
      userAgent: "AcmeNewsBot/1.0 (+https://bot.example)",
      others: asForm,
    }),
    inLanguage("*", {
      accept: "Application/JSON",
      userAgent: "Apache-HttpClient/5.4 (Java/21)",
    }),
  ],
];

const clientsOfPing: Profiles = [withoutAccept, served(ofPython)];

/** The client of a cell, by rotation: each endpoint has as many of them as it has versions. */
export function clientAt(context: Pick<CheckContext, "cell" | "contracts">): ClientProfile {
  const { cell, contracts } = context;
  const row = rowOf(contracts, cell);
  if (cell.endpoint === "/ping") return rotate(clientsOfPing, row + columnOf(contracts, cell));
  return rotate(rotate(clients, 2 * row + columnOf(contracts, cell)), row);
}

const ofBrowser = {
  acceptEncoding: acceptedCodings,
  acceptLanguage: "pt-BR,pt;q=0.9,en;q=0.5",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
} as const;

const openedInBrowser: Negotiation = {
  ...ofBrowser,
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  others: {
    "upgrade-insecure-requests": "1",
    "sec-fetch-dest": "document",
    "sec-fetch-mode": "navigate",
    "sec-fetch-site": "none",
    // Of an earlier response, as a browser keeps them; a server that does not know the tag ignores it.
    "if-none-match": '"no-such-tag"',
  },
};

const fromScript: Negotiation = {
  ...ofBrowser,
  accept: "*/*",
  origin: "https://example.com",
  others: {
    "sec-fetch-dest": "empty",
    "sec-fetch-mode": "cors",
    "sec-fetch-site": "cross-site",
    "if-modified-since": "Thu, 01 Jan 1998 00:00:00 GMT",
  },
};

/** Someone who opens a URL, and a script of a page of another site, for a request that is served and for one that is refused. */
const browsers = [
  served(openedInBrowser),
  refused(openedInBrowser),
  served(fromScript),
  refused(fromScript),
] as const;

/** The browser of an endpoint, by rotation. */
export function browserAt({ cell, contracts }: CheckContext): ClientProfile {
  return rotate(browsers, rowOf(contracts, cell));
}

/** The same request from another client. */
export function negotiated(choice: RequestChoice, negotiation: Negotiation): RequestChoice {
  return alternatives(alternativesOf(choice).map((spec) => ({ ...spec, negotiation })));
}
