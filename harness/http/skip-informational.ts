import type { Socket } from "node:net";
import { errors } from "undici";

/** The most bytes of all informational responses to one request. */
const mostBytes = 64 * 1024;
/** All but 101, which is not followed by another response. */
const informational = /^HTTP\/1\.[01] 1(?:0[02-9]|[1-9]\d)[ \r]$/;
const beginnings = ["HTTP/1.0 1", "HTTP/1.1 1"];
const statusLength = "HTTP/1.1 100 ".length;
const nothing = Buffer.alloc(0);

/**
 * Removes all informational responses, such as `100 Continue`, before a response. A client must be able to parse
 * them even if it does not expect one (RFC 9110, 15.2), but undici takes a `100 Continue` for an error.
 *
 * The bytes that arrive first after something was sent begin a response, since no request is sent before the
 * response to the previous one is complete. If there are too many of them, the connection fails as with headers that
 * are too large.
 */
export function skipInformational(socket: Socket): void {
  const push = socket.push.bind(socket);
  let sent = socket.bytesWritten;
  let isBeginning = false;
  let skipped = 0;
  /** The beginning of what may be an informational response. */
  let pending: Buffer = nothing;

  /** The response, as far as it has begun; empty if it has not. */
  function withoutInformational(chunk: Buffer): Buffer {
    let rest = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    pending = nothing;
    while (rest.length > 0) {
      const start = rest.toString("latin1", 0, statusLength);
      if (!mayBeInformational(start)) {
        isBeginning = false;
        return rest;
      }
      const end = rest.indexOf("\r\n\r\n");
      const length = end === -1 ? rest.length : end + 4;
      if (skipped + length > mostBytes) {
        socket.destroy(new errors.HeadersOverflowError());
        return nothing;
      }
      if (end === -1) {
        pending = rest;
        return nothing;
      }
      skipped += length;
      rest = rest.subarray(length);
    }
    return rest;
  }

  socket.push = (chunk: Buffer | null) => {
    if (chunk === null) {
      if (pending.length > 0) push(pending);
      return push(null);
    }
    if (socket.bytesWritten !== sent) {
      sent = socket.bytesWritten;
      isBeginning = true;
      skipped = 0;
    }
    return push(isBeginning ? withoutInformational(chunk) : chunk);
  };
}

/** @param start at most the first bytes of a response, up to the end of its status */
function mayBeInformational(start: string): boolean {
  if (start.length === statusLength) return informational.test(start);
  return beginnings.some((one) => one.startsWith(start) || start.startsWith(one));
}
