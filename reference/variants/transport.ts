import { gzipSync } from "node:zlib";
import { editableAt } from "../faults/edit.ts";
import type { FaultRequest } from "../faults/fault.ts";
import { quickBrotli } from "../http/quick-brotli.ts";
import { bodyDigest } from "./body-digest.ts";
import { everywhere, type Variant } from "./variant.ts";

function accepts({ headers }: FaultRequest, coding: string): boolean {
  const listed = String(headers["accept-encoding"] ?? "").split(",");
  return listed.some((one) => one.includes(coding) && !/;\s*q=0$/.test(one.trim()));
}

/** @param shown the name of the coding in the header */
function compressed(
  coding: string,
  compress: (bytes: Buffer) => Buffer,
  shown = coding,
): Pick<Variant, "response"> {
  return {
    response(response, request) {
      if (!accepts(request, coding)) return;
      response.raw = compress(Buffer.from(JSON.stringify(response.body)));
      response.headers["content-encoding"] = shown;
    },
  };
}

/** Freedoms that HTTP leaves. */
export const transportVariants: readonly Variant[] = [
  everywhere("gzip", "Bodies are compressed with gzip.", compressed("gzip", gzipSync)),
  {
    ...everywhere(
      "x-gzip",
      "Bodies are compressed with gzip, by its other name in HTTP.",
      compressed("gzip", gzipSync, "X-GZip"),
    ),
    quiet: true,
  },
  everywhere("brotli", "Bodies are compressed with Brotli.", compressed("br", quickBrotli)),
  {
    ...everywhere("kept-apart-in-caches", "Caches may keep responses, apart by version and key.", {
      response(response) {
        response.headers["cache-control"] = "public, max-age=60";
        response.headers.vary = "Accept-Encoding, API-Version, API-Key, X-API-Key, Authorization";
      },
    }),
    quiet: true,
  },
  {
    ...everywhere(
      "kept-until-a-date-by-each-client",
      "Responses expire tomorrow, for one client.",
      {
        response(response) {
          response.headers["cache-control"] = "private";
          response.headers.expires = new Date(Date.now() + 86_400_000).toUTCString();
        },
      },
    ),
    quiet: true,
  },
  {
    ...everywhere("ping-in-caches", "Caches may keep ping, apart by version.", {
      response(response, { endpoint }) {
        if (endpoint !== "/ping") return;
        response.headers.expires = new Date(Date.now() + 60_000).toUTCString();
        response.headers.vary = "Accept-Encoding, api-version";
      },
    }),
    quiet: true,
  },
  {
    ...everywhere(
      "ids-of-the-client",
      "A response has the id of the trace that the client sends.",
      {
        response({ body }, { headers }) {
          const metadata = editableAt(body, "metadata");
          const [, trace] = String(headers.traceparent ?? "").split("-");
          const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(trace ?? "") ?? [];
          if (metadata !== null && parts.length > 0) metadata.id = parts.join("-");
        },
      },
    ),
    quiet: true,
  },
  {
    ...everywhere("kept-by-their-client", "Browsers may keep responses, which have ETags.", {
      response(response, { version, target }) {
        response.headers["cache-control"] = "private, max-age=600";
        response.headers.etag = `"${Buffer.from(`${version} ${target}`).toString("base64url")}"`;
      },
    }),
    quiet: true,
  },
  {
    ...everywhere("asked-again-by-caches", "Caches keep responses, and ask before they use them.", {
      response(response) {
        response.headers["cache-control"] = "public, no-cache";
      },
    }),
    quiet: true,
  },
  {
    ...everywhere("out-of-date-at-once", "Responses are public, but have expired.", {
      response(response) {
        response.headers["cache-control"] = "public, must-revalidate";
        response.headers.expires = "0";
      },
    }),
    quiet: true,
  },
  everywhere("media-type-in-other-case", "The media type is in mixed case and has a charset.", {
    response({ headers }) {
      headers["content-type"] = "Application/JSON;charset=UTF-8";
    },
  }),
  {
    ...everywhere(
      "media-type-with-a-quoted-parameter",
      "The media type has a parameter whose value contains a semicolon and a comma.",
      {
        response({ headers }) {
          headers["content-type"] =
            'application/json; profile="news;v=3, \\"dated\\"";charset=utf-8';
        },
      },
    ),
    quiet: true,
  },
  everywhere("white-space-around-bodies", "Bodies are indented and end with a newline.", {
    response(response) {
      response.raw = `\n${JSON.stringify(response.body, null, 2)}\n`;
    },
  }),
  everywhere("escaped-text", "All characters beyond ASCII and slashes are escaped.", {
    response(response) {
      response.raw = JSON.stringify(response.body)
        .replaceAll("/", "\\/")
        .replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
    },
  }),
  everywhere("one-request-per-connection", "Every connection is closed after its response.", {
    response({ headers }) {
      headers.connection = "close";
    },
  }),
  everywhere("slow", "Every response takes a little longer.", {
    response: () => new Promise((done) => setTimeout(done, 20)),
  }),
  everywhere("throttled", "Every seventh request is throttled once and served when repeated.", {
    response(response, { memory }) {
      const count = Number(memory.get("count") ?? 0) + 1;
      memory.set("count", count);
      if (count % 7 !== 0) return;
      response.status = 429;
      response.headers["retry-after"] = "0";
      response.body = { success: false, code: 429, message: "slow down" };
    },
  }),
  {
    ...everywhere(
      "headers-of-frameworks",
      "Responses have the headers that web frameworks and the servers in front of them add.",
      {
        response({ headers, status, body }) {
          Object.assign(headers, {
            "access-control-allow-origin": "*",
            "cache-control": "max-age=0, private, must-revalidate",
            expires: "Thu, 19 Nov 1981 08:52:00 GMT",
            "set-cookie": "PHPSESSID=f3b9c1; path=/; HttpOnly",
            "strict-transport-security": "max-age=1",
            vary: "*",
            "x-powered-by": "Express",
            "x-runtime": "0.012",
          });
          if (status === 200) headers.etag = `W/"${bodyDigest(body)}"`;
          if (status === 401) headers["www-authenticate"] = 'Bearer realm="api"';
        },
      },
    ),
    quiet: true,
  },
  everywhere("old-clock", "There is no Date header.", {
    response({ headers }) {
      delete headers.date;
    },
  }),
];
