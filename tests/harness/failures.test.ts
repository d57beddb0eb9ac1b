import { describe, expect, it } from "vitest";
import { EndedEarly, explainError } from "../../harness/http/failures.ts";

const to = { hostPort: "api.example:443", host: "api.example", proxies: ["proxy.example:3128"] };
const error = (code: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { code, ...more });

describe("explainError", () => {
  it.each([
    [error("ECONNREFUSED", "connect"), false, "refused", "nothing is listening at api.example:443"],
    [error("EHOSTUNREACH", "connect"), false, "refused", "can't be reached (EHOSTUNREACH)"],
    [error("ENOTFOUND", "getaddrinfo"), false, "dns", "the name api.example can't be resolved"],
    [error("EAI_AGAIN", "getaddrinfo"), false, "dns", "EAI_AGAIN"],
    [error("ETIMEDOUT", "connect"), false, "timeout", "api.example:443"],
    [error("UND_ERR_CONNECT_TIMEOUT", "x"), false, "timeout", "api.example:443"],
    [error("ECONNRESET", "read ECONNRESET"), false, "reset", "without a response"],
    [error("ECONNRESET", "read ECONNRESET"), true, "reset", "in the middle of its response"],
    [error("EPIPE", "write EPIPE"), false, "reset", "without a response"],
    [error("UND_ERR_SOCKET", "other side closed"), false, "reset", "without a response"],
    [error("UND_ERR_SOCKET", "other side closed"), true, "reset", "before its response"],
    [error("HPE_INVALID_EOF_STATE", "x (Invalid EOF)"), true, "reset", "before its response"],
    [new EndedEarly("x"), true, "reset", "before its response"],
    [error("UND_ERR_SOCKET", "bad upgrade"), true, "malformed", "without a request"],
    [error("HPE_INVALID_HEADER_TOKEN", "x (Invalid header)"), true, "malformed", "Invalid header"],
    [error("UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "x"), true, "malformed", "content-length"],
    [error("UND_ERR_HEADERS_OVERFLOW", "x"), true, "too-large", "headers"],
    [error("CERT_HAS_EXPIRED", "certificate has expired"), false, "tls", "certificate has expired"],
    [error("SELF_SIGNED_CERT_IN_CHAIN", "self-signed"), false, "tls", "self-signed"],
    [
      error("ECONNRESET", "socket disconnected before secure TLS connection was established"),
      false,
      "tls",
      "api.example:443",
    ],
    [
      error(
        "EPROTO",
        "A0:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:a.c:3:\n",
      ),
      false,
      "tls",
      "wrong version number (EPROTO); does the server use plain HTTP?",
    ],
    [error("ECONNREFUSED", "connect", { port: 3128 }), false, "proxy", "proxy.example:3128"],
    [error("ENOTFOUND", "x", { hostname: "proxy.example" }), false, "proxy", "proxy.example:3128"],
    [error("UND_ERR_ABORTED", "Proxy response (403) !== 200 when"), false, "proxy", "status 403"],
    [error("UND_ERR_INVALID_ARG", "Proxy Authentication Required (407)"), false, "proxy", "407"],
    [error("EWHAT", "some\n  trouble"), false, "other", "some trouble (EWHAT)"],
    ["a string", false, "other", "a string"],
  ] as const)("%s", (thrown, begun, kind, message) => {
    const { failure } = explainError(thrown, to, begun);
    expect(failure).toEqual({ kind, message: expect.stringContaining(message) });
    expect(failure.message).not.toMatch(/\n| {4}at /);
  });

  it("tells the proxy from the target where both refuse at once", () => {
    const both = new AggregateError([error("ECONNREFUSED", "connect", { port: 3128 })]);
    Object.assign(both, { code: "ECONNREFUSED" });
    expect(explainError(both, to, false).failure.kind).toBe("proxy");
  });
});
