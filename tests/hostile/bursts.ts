import { setTimeout as passed } from "node:timers/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { type Hostility, withMembers, write } from "./hostility.ts";

const large = `"padding":"${"x".repeat(1.9 * 1024 * 1024)}"`;
/** A burst begins once this many requests are in flight. */
const many = 30;
/** How long a request waits for others to come, and how long a burst lasts, in milliseconds. */
const waitMs = 400;
const lastsMs = 600;

/** Its responses are small as long as few requests are in flight, and large for many at once. */
function burst(coding: string | null, encode: (body: string) => Uint8Array): Hostility["answer"] {
  let inFlight = 0;
  let lastsUntil = 0;
  return async (asked) => {
    inFlight += 1;
    try {
      const { status, headers, body } = await asked.right();
      for (let waited = 0; inFlight < many && waited < waitMs; waited += 10) await passed(10);
      if (inFlight >= many) lastsUntil = Date.now() + lastsMs;
      if (Date.now() > lastsUntil) return write(asked, status, headers, body);
      const { "content-length": _, ...kept } = headers;
      const coded = coding === null ? {} : { "content-encoding": coding };
      write(asked, status, { ...kept, ...coded }, encode(withMembers(body, large)));
    } finally {
      inFlight -= 1;
    }
  };
}

/** The window of a decoder that takes the most memory. */
const brotliParameters = {
  [constants.BROTLI_PARAM_QUALITY]: 1,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
};

const manyAtOnce = {
  words: ["--concurrency", "64"],
  atOnce: [0, 1, 3],
  late: [0, 1, 3],
};

/** Servers whose responses are large for many requests at once, after small ones. */
export const hostileBursts: readonly Hostility[] = [
  { name: "bursts of 1.9 MB", answer: burst(null, Buffer.from), ...manyAtOnce },
  {
    name: "bursts of 1.9 MB in gzip",
    answer: burst("gzip", (body) => gzipSync(body, { level: 1 })),
    ...manyAtOnce,
  },
  {
    name: "bursts of 1.9 MB in Brotli",
    answer: burst("br", (body) => brotliCompressSync(body, { params: brotliParameters })),
    ...manyAtOnce,
  },
];
