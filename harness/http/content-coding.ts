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
  // HTTP's deflate is the zlib format; some servers send a raw stream, and browsers accept both.
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

/** More nested codings than this are treated as an attack. */
const maxCodings = 4;

/**
 * Decodes a `content-encoding`, the last coding first. An empty body needs no decoding.
 *
 * @param limit maximum bytes after every step, so that a small body that decompresses to a huge one can't
 *   exhaust memory
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
      const reason = `its content-encoding ${JSON.stringify(coding)} was not requested and can't be decoded`;
      return { ok: false, kind: "malformed", reason };
    }
    try {
      const output = await decoder(decoded, limit);
      if (!(output instanceof Uint8Array)) throw new Error("decoding returned no bytes");
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
    return { ok: false, kind: "too-large", reason: `it decompresses to more than ${limit} bytes` };
  }
  const why = error instanceof Error ? error.message : String(error);
  return { ok: false, kind: "malformed", reason: `it is not valid ${coding} (${why})` };
}

/** RFC 1950: method 8 in the low half of the first byte, and a checksum over the first two. */
function looksLikeZlib(body: Uint8Array): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
}

/** Node supports zstd since 22.15; it is not requested, but decoded if a server uses it. */
function zstdIfThereIsOne(): readonly (readonly [string, Decoder])[] {
  const decompress: unknown = Reflect.get(zlib, "zstdDecompressSync");
  if (typeof decompress !== "function") return [];
  const decoder: Decoder = async (body, maxOutputLength): Promise<unknown> =>
    decompress(body, { maxOutputLength });
  return [["zstd", decoder]];
}
