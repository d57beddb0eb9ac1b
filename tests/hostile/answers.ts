import { setTimeout as wait } from "node:timers/promises";
import { type Asked, type Hostility, instead, write } from "./hostility.ts";

function always(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body = "{}",
): Hostility["answer"] {
  return (asked) => write(asked, status, headers, body);
}

/** The right answer, and this one instead of every n-th. */
function inTurn(n: number, other: Hostility["answer"]): Hostility["answer"] {
  return async (asked) => {
    if (asked.nth % n !== 0) return other(asked);
    const { status, headers, body } = await asked.right();
    write(asked, status, headers, body);
  };
}

/** This one instead of every n-th right answer. */
function except(n: number, other: Hostility["answer"]): Hostility["answer"] {
  return async (asked) => {
    if (asked.nth % n === 0) return other(asked);
    const { status, headers, body } = await asked.right();
    write(asked, status, headers, body);
  };
}

/** The key of a request. */
function keyOf({ head }: Asked): string {
  return /bk_[\w-]+/.exec(head)?.[0] ?? "none";
}

const judged = { atOnce: [0, 1, 3], late: [0, 1, 3] };

/** An error of this service with a text of the server's choice. */
function failing(text: string, status = 500): Hostility["answer"] {
  const body = JSON.stringify({
    success: false,
    code: status,
    message: text,
    metadata: { id: text.slice(0, 1000), took_ms: 1, timestamp: text },
    errors: [{ code: text, message: text, details: { [text]: text } }],
  });
  return (asked) => write(asked, status, {}, body);
}

/** Every string of the right answer replaced. */
function withText(text: string): Hostility["answer"] {
  return instead((right) =>
    JSON.stringify(JSON.parse(right.toString()), (_, value: unknown) =>
      typeof value === "string" ? text : value,
    ),
  );
}

/** Text that a backtracking search takes long for, one for each expression that looks at such text. */
const stalling: Readonly<Record<string, string>> = {
  "at at at": "at ".repeat(40_000),
  "at and words": `at ${"a".repeat(120_000)}`,
  "at and dots": `at ${"a.".repeat(60_000)}`,
  "at and parentheses": "at a(".repeat(30_000),
  "at in line": "at a() in ".repeat(12_000),
  goroutines: "goroutine 1".repeat(10_000),
  "PHP files": ".php(1".repeat(20_000),
  "Ruby files": ".rb:1".repeat(20_000),
  "Python files": 'File "a'.repeat(15_000),
  threads: "thread 'a".repeat(12_000),
  spaces: " ".repeat(120_000),
  "line breaks": "\n".repeat(120_000),
  tabs: `x${"\t ".repeat(60_000)}x`,
  digits: "1".repeat(120_000),
  "dates of digits": `2026-01-01T${"0".repeat(120_000)}`,
  slashes: "/".repeat(120_000),
  commas: ",".repeat(120_000),
  quotes: '"'.repeat(120_000),
  backslashes: "\\".repeat(120_000),
  percents: "%".repeat(120_000),
  ampersands: "&#0".repeat(40_000),
  "one letter": "a".repeat(120_000),
  backticks: "`".repeat(120_000),
  brackets: "[<(".repeat(40_000),
  tags: "<a ".repeat(40_000),
  emoji: "👩‍👩‍👧".repeat(15_000),
  accents: `a${"\u0301".repeat(120_000)}`,
};

const echo = (asked: Asked) => asked.head.replace(/[^\x20-\x7e\r\n]/g, "?");

const markup =
  "]]><!-- </script><script>alert(1)</script>\u001b[31m\u202e::error::x\n##vso[task.complete]`$`|*_~%0A\u0000\ufffe";

/** Servers with hostile statuses, headers and texts. */
export const hostileAnswers: readonly Hostility[] = [
  { name: "429 forever", answer: always(429) },
  { name: "429 forever, now", answer: always(429, { "retry-after": "0" }) },
  { name: "429 forever, in a second", answer: always(429, { "retry-after": "1" }) },
  { name: "429 forever, in a day", answer: always(429, { "retry-after": "100000" }) },
  {
    name: "429 forever, in the year 9999",
    answer: always(429, { "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }),
  },
  {
    name: "429 forever, in 1e308 seconds",
    answer: always(429, { "retry-after": "9".repeat(308) }),
  },
  {
    name: "429 in turn",
    answer: inTurn(2, always(429, { "retry-after": "1" })),
    atOnce: [0, 1, 3],
    late: [0, 1, 3],
  },
  {
    name: "429 in turn without a time",
    answer: inTurn(2, always(429)),
    atOnce: [0, 1, 3],
    late: [0, 1, 3],
  },
  {
    name: "429 at every third request, at a date",
    answer: (asked) => {
      const soon = new Date(Date.now() + 2000).toUTCString();
      return except(3, always(429, { "retry-after": soon }))(asked);
    },
    ...judged,
  },
  {
    name: "429 at every tenth request",
    answer: except(10, always(429)),
    ...judged,
  },
  {
    name: "429 at every third request, in negative seconds",
    answer: except(3, always(429, { "retry-after": "-5" })),
    ...judged,
  },
  {
    name: "429 for one way to send the key",
    answer: async (asked) => {
      if (/^x-api-key:/im.test(asked.head)) return write(asked, 429, { "retry-after": "1" }, "{}");
      const { status, headers, body } = await asked.right();
      write(asked, status, headers, body);
    },
    ...judged,
  },
  {
    name: "429 nine times in ten",
    answer: inTurn(10, always(429, { "retry-after": "1" })),
    ...judged,
  },
  {
    name: "429 at one endpoint",
    answer: async (asked) => {
      if (asked.path.includes("/topics")) return write(asked, 429, {}, "{}");
      const { status, headers, body } = await asked.right();
      write(asked, status, headers, body);
    },
    ...judged,
  },
  {
    name: "429, 503, a reset and silence in turn",
    answer: async (asked) => {
      const turn = asked.nth % 6;
      if (turn === 1) return write(asked, 429, { "retry-after": "1" }, "{}");
      if (turn === 2) return write(asked, 503, { "retry-after": "1" }, "{}");
      if (turn === 3) return void asked.socket.resetAndDestroy();
      if (turn === 4) return;
      const { status, headers, body } = await asked.right();
      write(asked, status, headers, body);
    },
    ...judged,
  },
  { name: "429 with 1 MB", answer: always(429, {}, "x".repeat(1024 * 1024)) },
  { name: "503 forever", answer: always(503) },
  { name: "503 forever, in a second", answer: always(503, { "retry-after": "1" }) },
  { name: "503 forever, in a day", answer: always(503, { "retry-after": "100000" }) },
  { name: "503 in turn", answer: inTurn(2, always(503, { "retry-after": "1" })), ...judged },
  {
    name: "503 in turn, in a day",
    answer: inTurn(2, always(503, { "retry-after": "100000" })),
    ...judged,
  },
  { name: "502 forever", answer: always(502) },
  { name: "504 forever", answer: always(504) },
  { name: "500 forever", answer: always(500), quick: true },
  { name: "401 forever", answer: always(401) },
  { name: "408 forever", answer: always(408) },
  { name: "425 forever", answer: always(425) },
  {
    name: "headers in which everything is encoded",
    answer: async (asked) => {
      const { status, body } = await asked.right();
      const beginning = Buffer.from(`${keyOf(asked).slice(0, 11)}zzzzzzz`).toString("base64");
      const one = `\\142\\15326%b6%26%b6%${beginning}.[98,107,95,78,51,119,9] `;
      const headers = Array.from({ length: 10 }, (_, index) => [`x-w${index}`, one.repeat(18)]);
      write(asked, status, Object.fromEntries(headers), body);
    },
    ...judged,
  },
  {
    name: "204 forever",
    answer: ({ socket }) => void socket.write("HTTP/1.1 204 No Content\r\n\r\n"),
  },
  {
    name: "304 forever",
    answer: ({ socket }) => void socket.write("HTTP/1.1 304 Not Modified\r\n\r\n"),
  },
  {
    name: "206 with half",
    answer: async (asked) =>
      write(
        asked,
        206,
        { "content-range": "bytes 0-9/99" },
        (await asked.right()).body.subarray(0, 10),
      ),
  },
  { name: "407 forever", answer: always(407, { "proxy-authenticate": "Basic" }) },
  {
    name: "redirects to itself",
    answer: (asked) => write(asked, 302, { location: asked.path }, ""),
    quick: true,
  },
  { name: "redirects to a file", answer: always(302, { location: "file:///etc/passwd" }) },
  {
    name: "redirects to another host",
    answer: always(307, { location: "http://127.0.0.1:1/steal" }),
  },
  { name: "redirects to a long place", answer: always(301, { location: `/${"a/".repeat(7000)}` }) },
  { name: "redirects to no URL", answer: always(308, { location: "http://[" }) },
  {
    name: "an HTML page",
    answer: always(200, { "content-type": "text/html" }, "<!doctype html><p>Hello"),
  },
  {
    name: "a media type of 10 KB",
    answer: async (asked) =>
      write(
        asked,
        200,
        { "content-type": `application/json${";a=b".repeat(2500)}` },
        (await asked.right()).body,
      ),
    ...judged,
  },
  {
    name: "a thousand cookies",
    answer: async (asked) =>
      write(
        asked,
        200,
        { "set-cookie": Array(300).fill("a=b").join("\r\nset-cookie: ") },
        (await asked.right()).body,
      ),
    ...judged,
  },
  {
    name: "sends the request back",
    answer: (asked) => write(asked, 200, {}, JSON.stringify({ message: echo(asked) })),
  },
  {
    name: "sends the request back in an error",
    answer: (asked) => failing(echo(asked), 400)(asked),
    atOnce: [1, 3],
  },
  {
    name: "names of headers with the key",
    answer: async (asked) => {
      const key = keyOf(asked);
      const { status, body } = await asked.right();
      write(
        asked,
        status,
        { [`x-${key}`]: key, "x-back": Buffer.from(`user:${key}`).toString("base64") },
        body,
      );
    },
    ...judged,
  },
  {
    name: "the key in a challenge that is cut when it is shown",
    answer: (asked) =>
      write(
        asked,
        401,
        { "content-type": "text/html", "www-authenticate": `Bearer realm="${keyOf(asked)}"` },
        "<html>",
      ),
    quick: true,
  },
  {
    name: "the key in a line of a stack trace that is cut",
    answer: (asked) =>
      failing(`at h (a.js:1:1) ${"y".repeat(10)} ${keyOf(asked)} tail`, 500)(asked),
    atOnce: [1, 3],
  },
  {
    name: "the key again and again in base64, and then as it is",
    answer: (asked) => {
      const key = keyOf(asked);
      const long = Buffer.from(key.repeat(400)).toString("base64");
      return failing(`${long} ${key.repeat(1000)}`, 500)(asked);
    },
    atOnce: [1, 3],
  },
  {
    name: "a gateway that waits for the service",
    answer: async (asked) => {
      await wait(1850);
      write(asked, asked.nth % 2 === 0 ? 502 : 504, { "content-type": "text/html" }, "<html>");
    },
  },
  {
    name: "a thousand headers",
    answer: instead(
      (right) => right,
      Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x-${index}`, "1"])),
    ),
  },
  {
    name: "429 at one endpoint, and the others slow",
    answer: async (asked) => {
      const isThrottled = asked.path.includes("/articles");
      await wait(isThrottled ? 1900 : 300);
      if (isThrottled) return write(asked, 429, { "retry-after": "1" }, "{}");
      const { status, headers, body } = await asked.right();
      write(asked, status, headers, body);
    },
  },
  { name: "markup", answer: withText(markup), atOnce: [1, 3] },
  { name: "markup in errors", answer: failing(markup), atOnce: [1, 3] },
  {
    name: "headers with markup",
    answer: instead((right) => right, {
      "x-markup": "]]><script>\u001b[31m",
      "content-type": 'application/json; x="]]>"',
    }),
    ...judged,
  },
  ...Object.entries(stalling).flatMap(([what, text]): readonly Hostility[] => [
    { name: `errors of ${what}`, answer: failing(text), atOnce: [1, 3] },
    { name: `pages of ${what}`, answer: always(500, {}, text) },
    { name: `items of ${what}`, answer: withText(text), atOnce: [1, 3] },
  ]),
];
