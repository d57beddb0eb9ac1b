import { brotliCompressSync, constants } from "node:zlib";

/** Compresses with Brotli at the lowest quality: the usual one takes milliseconds for every response. */
export function quickBrotli(body: string | Buffer): Buffer {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });
}
