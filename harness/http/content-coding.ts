import { promisify } from "node:util";
import * as zlib from "node:zlib";

export type Decoded =
  | { readonly ok: true; readonly body: Uint8Array }
  | { readonly ok: false; readonly kind: "malformed" | "too-large"; readonly reason: string };

type Decoder = (body: Uint8Array, limit: number) => Promise<unknown>;

const gunzip = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gunzip);
const inflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflate);
const inflateRaw = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.inflateRaw);
const brotli = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress);

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ["gzip", (body, maxOutputLength) => gunzip(body, { maxOutputLength })],
  ["x-gzip", (body, maxOutputLength) => gunzip(body, { maxOutputLength })],
  // HTTP means the zlib format; some servers send the bare stream, and every browser takes both.
  [
    "deflate",
    (body, maxOutputLength) =>
      looksLikeZlib(body)
        ? inflate(body, { maxOutputLength })
        : inflateRaw(body, { maxOutputLength }),
  ],
  ["br", (body, maxOutputLength) => brotli(body, { maxOutputLength })],
  ...zstdIfThereIsOne(),
]);

/** More codings on top of each other than this are not an answer but an attack. */
const maxCodings = 4;

/**
 * Undoes a `content-encoding`, the last coding first. An empty body needs no undoing.
 *
 * @param limit bytes that may come out at most, at every step, so that a small body that unpacks
 *   into a huge one can't take all memory
 */
export async function decodeContent(
  body: Uint8Array,
  contentEncoding: string | undefined,
  limit: number,
): Promise<Decoded> {
  const codings = (contentEncoding ?? "")
    .split(",")
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (codings.length > maxCodings) {
    return { ok: false, kind: "malformed", reason: `it has ${codings.length} content codings` };
  }
  let decoded = body;
  if (decoded.length === 0) return { ok: true, body };
  for (const coding of codings.reverse()) {
    const decoder = decoders.get(coding);
    if (decoder === undefined) {
      const reason = `its content-encoding ${JSON.stringify(coding)} was not asked for and can't be undone`;
      return { ok: false, kind: "malformed", reason };
    }
    try {
      const output = await decoder(decoded, limit);
      if (!(output instanceof Uint8Array)) throw new Error("no bytes came out");
      decoded = output;
    } catch (error) {
      return explain(error, coding, limit);
    }
  }
  return { ok: true, body: decoded };
}

function explain(error: unknown, coding: string, limit: number): Decoded {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ERR_BUFFER_TOO_LARGE") {
    return { ok: false, kind: "too-large", reason: `it unpacks to more than ${limit} bytes` };
  }
  const why = error instanceof Error ? error.message : String(error);
  return { ok: false, kind: "malformed", reason: `it is not valid ${coding} (${why})` };
}

/** RFC 1950: method 8 in the low half of the first byte, and a check sum over the first two. */
function looksLikeZlib(body: Uint8Array): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

/** Node has zstd from 22.15 on; it is not asked for, but understood where a server insists. */
function zstdIfThereIsOne(): readonly (readonly [string, Decoder])[] {
  const decompress: unknown = Reflect.get(zlib, "zstdDecompressSync");
  if (typeof decompress !== "function") return [];
  const decoder: Decoder = async (body, maxOutputLength): Promise<unknown> =>
    decompress(body, { maxOutputLength });
  return [["zstd", decoder]];
}
