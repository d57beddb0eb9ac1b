import { type Asked, forever, type Hostility, instead, write } from "./hostility.ts";

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
const chunked = `${head}transfer-encoding: chunked\r\n\r\n`;

const judged = { atOnce: [0, 1, 3], late: [0, 1, 3] };

/** What is written of an answer before the connection ends. */
function cut(text: string, end: "reset" | "close"): Hostility["answer"] {
  return ({ socket }) => {
    if (text !== "") socket.write(text);
    if (end === "close") socket.end();
    else setTimeout(() => socket.resetAndDestroy(), 5);
  };
}

function raw(text: string): Hostility["answer"] {
  return ({ socket }) => {
    socket.write(Buffer.from(text, "latin1"));
  };
}

function hangsWhere(hangs: (asked: Asked) => boolean): Hostility["answer"] {
  return async (asked) => {
    if (hangs(asked)) return;
    const { status, headers, body } = await asked.right();
    write(asked, status, headers, body);
  };
}

/** Servers that hang, never end, break connections or do not speak HTTP. */
export const hostileConnections: readonly Hostility[] = [
  { name: "hangs before the headers", answer: () => {} },
  { name: "hangs in the headers", answer: raw(head) },
  { name: "hangs before the body", answer: raw(`${head}content-length: 100\r\n\r\n`) },
  { name: "hangs in the body", answer: raw(`${head}content-length: 100\r\n\r\n{"id":`) },
  {
    name: "hangs at every second request",
    answer: hangsWhere(({ nth }) => nth % 2 === 0),
    atOnce: [1, 3],
  },
  {
    name: "hangs at every third request",
    answer: hangsWhere(({ nth }) => nth % 3 === 0),
    atOnce: [1, 3],
  },
  {
    name: "hangs at every tenth request",
    answer: hangsWhere(({ nth }) => nth % 10 === 0),
    atOnce: [1, 3],
  },
  {
    name: "hangs at one endpoint",
    answer: hangsWhere(({ path }) => /\/(topics|info\/topics)\b/.test(path)),
    atOnce: [1, 3],
  },
  { name: "hangs after 400 requests", answer: hangsWhere(({ nth }) => nth > 400), atOnce: [1, 3] },
  {
    name: "hangs in the body at every second request",
    answer: async (asked) => {
      if (asked.nth % 2 === 0) {
        asked.socket.write(`${head}content-length: 100000\r\n\r\n`);
        return forever(asked.socket, " ", 500);
      }
      const { status, headers, body } = await asked.right();
      write(asked, status, headers, body);
    },
    atOnce: [1, 3],
  },
  {
    name: "resets in the body after a while",
    answer: ({ socket }) => {
      socket.write(`${head}content-length: 100000\r\n\r\n`);
      forever(socket, " ", 100);
      setTimeout(() => socket.resetAndDestroy(), 1500);
    },
  },
  {
    name: "resets in the body after a while at every second request",
    answer: async (asked) => {
      const { status, headers, body } = await asked.right();
      if (asked.nth % 2 === 1) return write(asked, status, headers, body);
      asked.socket.write(`${head}content-length: 100000\r\n\r\n`);
      setTimeout(() => asked.socket.resetAndDestroy(), 1500);
    },
    atOnce: [1, 3],
  },
  { name: "headers byte by byte", answer: ({ socket }) => forever(socket, "x", 50) },
  {
    name: "header lines forever, slowly",
    answer: ({ socket }) => {
      socket.write(head);
      forever(socket, "x-more: x\r\n", 50);
    },
  },
  {
    name: "header lines forever, fast",
    answer: ({ socket }) => {
      socket.write(head);
      forever(socket, "x-more: x\r\n");
    },
  },
  {
    name: "body byte by byte",
    answer: ({ socket }) => {
      socket.write(`${head}content-length: 100000\r\n\r\n`);
      forever(socket, " ", 50);
    },
  },
  {
    name: "chunks byte by byte",
    answer: ({ socket }) => {
      socket.write(chunked);
      forever(socket, "1\r\n[\r\n", 50);
    },
  },
  {
    name: "body forever",
    answer: ({ socket }) => {
      socket.write(chunked);
      forever(socket, `10000\r\n${" ".repeat(0x10000)}\r\n`);
    },
  },
  {
    name: "body forever until the connection ends",
    answer: ({ socket }) => {
      socket.write(`${head}\r\n`);
      forever(socket, '{"a":[1,2,3]},'.repeat(5000));
    },
  },
  {
    name: "100 Continue forever",
    answer: ({ socket }) => forever(socket, "HTTP/1.1 100 Continue\r\n\r\n"),
  },
  {
    name: "100 Continue forever, slowly",
    answer: ({ socket }) => forever(socket, "HTTP/1.1 100 Continue\r\n\r\n", 20),
  },
  {
    name: "103 Early Hints forever",
    answer: ({ socket }) =>
      forever(socket, `HTTP/1.1 103 Early Hints\r\nlink: <${"x".repeat(1000)}>\r\n\r\n`),
  },
  { name: "102 and then nothing", answer: raw("HTTP/1.1 102 Processing\r\n\r\n") },
  {
    name: "101 Switching Protocols",
    answer: raw("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
  },
  { name: "closes without an answer", answer: cut("", "close"), quick: true },
  { name: "resets without an answer", answer: cut("", "reset"), quick: true },
  { name: "resets in the status line", answer: cut("HTTP/1.1 2", "reset") },
  { name: "resets in the headers", answer: cut(head, "reset") },
  { name: "resets in the body", answer: cut(`${head}content-length: 9\r\n\r\n{`, "reset") },
  { name: "closes in the body", answer: cut(`${head}content-length: 9\r\n\r\n{`, "close") },
  { name: "closes in a chunk", answer: cut(`${chunked}100\r\n{"a":`, "close") },
  {
    name: "resets at every second request",
    answer: async (asked) => {
      if (asked.nth % 2 === 0) return void asked.socket.resetAndDestroy();
      const { status, headers, body } = await asked.right();
      write(asked, status, headers, body);
    },
    atOnce: [1, 3],
  },
  { name: "garbage", answer: raw("\u0000\u00ff\u0001garbage".repeat(50)), quick: true },
  {
    name: "a status line without end",
    answer: ({ socket }) => forever(socket, "HTTP/1.1 200 ".padEnd(1000, "x")),
  },
  { name: "status 999", answer: (asked) => write(asked, 999, {}, "{}"), quick: true },
  { name: "status 000", answer: (asked) => write(asked, "000", {}, "{}") },
  { name: "status -1", answer: (asked) => write(asked, "-1", {}, "{}") },
  { name: "status 99999", answer: (asked) => write(asked, "99999", {}, "{}") },
  { name: "HTTP/9.9", answer: raw("HTTP/9.9 200 OK\r\ncontent-length: 2\r\n\r\n{}") },
  { name: "HTTP/0.9", answer: cut("{}", "close") },
  { name: "chunk sizes that are none", answer: raw(`${chunked}zz\r\n{}\r\n`) },
  { name: "a chunk of an exabyte", answer: raw(`${chunked}FFFFFFFFFFFFFFF\r\n{}`) },
  {
    name: "a chunk extension forever",
    answer: ({ socket }) => {
      socket.write(`${chunked}1;`);
      forever(socket, "x".repeat(10000));
    },
  },
  {
    name: "trailers forever",
    answer: ({ socket }) => {
      socket.write(`${chunked}2\r\n{}\r\n0\r\n`);
      forever(socket, "x-trailer: x\r\n");
    },
  },
  {
    name: "two content-lengths",
    answer: raw(`${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{} `),
  },
  {
    name: "a content-length too small",
    answer: instead((right) => right, { "content-length": "1" }),
    atOnce: [1, 3],
  },
  {
    name: "a content-length too large",
    answer: instead((right) => right, { "content-length": "99999" }),
  },
  {
    name: "a content-length of an exabyte",
    answer: instead((right) => right, { "content-length": "999999999999999999" }),
  },
  {
    name: "a negative content-length",
    answer: instead((right) => right, { "content-length": "-5" }),
  },
  {
    name: "two answers to each request",
    answer: async (asked) => {
      const { status, headers, body } = await asked.right();
      write(asked, status, headers, body);
      write(asked, status, headers, body);
    },
    // If no request waits for a response when the second comes, nobody takes it for theirs.
    ...judged,
  },
  {
    name: "keep-alive, but closes",
    answer: async (asked) => {
      const { status, headers, body } = await asked.right();
      write(asked, status, { ...headers, connection: "keep-alive" }, body);
      asked.socket.end();
    },
    atOnce: [0, 1, 3],
    late: [0, 1, 3],
  },
  {
    name: "a header of 15 KB",
    answer: instead((right) => right, { "x-long": "x".repeat(15_000) }),
    atOnce: [0, 1, 3],
    late: [0, 1, 3],
  },
  {
    name: "headers of 1 MB",
    answer: instead((right) => right, { "x-long": "x".repeat(1_000_000) }),
  },
  {
    name: "ten thousand header lines",
    answer: ({ socket }) => {
      socket.write(`${head}${"x-more: x\r\n".repeat(10_000)}content-length: 2\r\n\r\n{}`);
    },
  },
  {
    name: "a header name of 100 KB",
    answer: raw(`${head}${"x".repeat(100_000)}: x\r\ncontent-length: 2\r\n\r\n{}`),
  },
  {
    name: "the same content-length twice",
    answer: async (asked) => {
      const { body } = await asked.right();
      const length = `content-length: ${body.length}\r\n`;
      asked.socket.write(`${head}${length}${length}\r\n`);
      asked.socket.write(body);
    },
    ...judged,
  },
  {
    name: "a content-length and chunks",
    answer: async (asked) => {
      const { body } = await asked.right();
      asked.socket.write(`${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n`);
      asked.socket.write(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
    },
    ...judged,
  },
  {
    name: "chunks of one byte with long extensions",
    answer: async (asked) => {
      const { body } = await asked.right();
      asked.socket.write(chunked);
      const extension = "x".repeat(2000);
      for (const byte of body.subarray(0, 2000)) {
        asked.socket.write(`1;${extension}\r\n${String.fromCharCode(byte)}\r\n`);
      }
      asked.socket.write("0\r\n\r\n");
    },
    atOnce: [1, 3],
  },
  {
    name: "200,000 chunks of one byte",
    answer: async (asked) => {
      const { body } = await asked.right();
      asked.socket.write(`${chunked}${"1\r\n \r\n".repeat(200_000)}`);
      asked.socket.write(`${body.length.toString(16)}\r\n`);
      asked.socket.write(body);
      asked.socket.write("\r\n0\r\n\r\n");
    },
  },
  {
    name: "100 Continue a thousand times, and then an answer",
    answer: async (asked) => {
      const { status, headers, body } = await asked.right();
      asked.socket.write("HTTP/1.1 100 Continue\r\n\r\n".repeat(1000));
      write(asked, status, headers, body);
    },
    ...judged,
  },
  {
    name: "100 Continue after 103 Early Hints, and then an answer",
    answer: async (asked) => {
      const { status, headers, body } = await asked.right();
      asked.socket.write("HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n");
      asked.socket.write("HTTP/1.1 100 Continue\r\n\r\n");
      write(asked, status, headers, body);
    },
    ...judged,
  },
  {
    name: "103 Early Hints forever at one endpoint",
    answer: async (asked) => {
      if (/\/(topics|info\/topics)\b/.test(asked.path)) {
        return forever(asked.socket, "HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n", 5);
      }
      const { status, headers, body } = await asked.right();
      write(asked, status, headers, body);
    },
    atOnce: [1, 3],
  },
  {
    name: "an answer before the request",
    answer: instead((right) => right),
    connect: (socket) => {
      socket.write(`${head}content-length: 2\r\n\r\n{}`);
    },
  },
  {
    name: "a reset in the headers of every third answer",
    answer: async (asked) => {
      if (asked.nth % 3 === 0) return cut(head, "reset")(asked);
      const { status, headers, body } = await asked.right();
      write(asked, status, headers, body);
    },
    atOnce: [1, 3],
  },
  {
    name: "an upgrade to HTTP/2",
    answer: raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0012\u0004"),
  },
  {
    name: "a certificate that nobody trusts",
    tls: true,
    answer: instead((right) => right),
  },
  {
    name: "plain HTTP where TLS is asked for",
    tls: true,
    answer: () => {},
    connect: (socket) => {
      socket.write("HTTP/1.1 400 Bad Request\r\n\r\n");
    },
  },
  { name: "a TLS handshake that hangs", tls: true, answer: () => {}, connect: () => {} },
  {
    name: "a TLS handshake of garbage",
    tls: true,
    answer: () => {},
    connect: (socket) => forever(socket, "\u0016\u0003garbage"),
  },
  {
    name: "a TLS handshake that is reset",
    tls: true,
    answer: () => {},
    connect: (socket) => void socket.resetAndDestroy(),
  },
];
