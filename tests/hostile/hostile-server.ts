import { Agent, request } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import { type ReferenceServer, startReferenceServer } from "../../reference/server/server.ts";
import { selfSigned } from "../harness/self-signed.ts";
import { type Hostility, type RightAnswer, write } from "./hostility.ts";

export interface HostileServer {
  readonly aggregatorUrl: string;
  readonly newsUrl: string;
  readonly reference: ReferenceServer;
  close(): Promise<void>;
}

/**
 * A conforming server that becomes hostile.
 * @param after the number of requests to a surface that are answered rightly before
 */
export async function startHostileServer(
  hostility: Hostility,
  after: number,
): Promise<HostileServer> {
  const reference = await startReferenceServer();
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();
  const servers: Server[] = [];

  async function front(base: string): Promise<string> {
    const { hostname, port } = new URL(base);
    let count = 0;
    const right = (head: string): Promise<RightAnswer> =>
      new Promise((resolve, reject) => {
        const [line = "", ...rest] = head.split("\r\n");
        const [method = "GET", path = "/"] = line.split(" ");
        const headers = Object.fromEntries(
          rest
            .filter((one) => one.includes(":"))
            .map((one) => [one.slice(0, one.indexOf(":")), one.slice(one.indexOf(":") + 1).trim()]),
        );
        const onward = request({ hostname, port, method, path, headers, agent }, (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.on("end", () => {
            const { connection: _, "transfer-encoding": __, ...kept } = answer.headers;
            const own = Object.entries(kept).map(([name, value]) => [name, String(value)] as const);
            const body = Buffer.concat(chunks);
            resolve({ status: answer.statusCode ?? 0, headers: Object.fromEntries(own), body });
          });
        });
        onward.on("error", reject);
        onward.end();
      });
    const onRequest = (socket: Socket, head: string) => {
      count += 1;
      const [method = "", path = ""] = head.split(" ", 2);
      const asked = { socket, method, path, head, nth: count, right: () => right(head) };
      const answered = async () => {
        if (count > after) return hostility.answer(asked);
        const { status, headers, body } = await asked.right();
        write(asked, status, headers, body);
      };
      answered().catch(() => socket.destroy());
    };
    const onConnection = (socket: Socket) => {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      socket.on("error", () => {});
      if (hostility.connect !== undefined && count >= after) return hostility.connect(socket);
      let text = "";
      socket.setEncoding("latin1").on("data", (chunk: string) => {
        text += chunk;
        for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
          const head = text.slice(0, end + 4);
          text = text.slice(end + 4);
          onRequest(socket, head);
        }
      });
    };
    const isSecure = hostility.tls === true && hostility.connect === undefined;
    const server = isSecure
      ? createSecureServer(selfSigned, onConnection)
      : createServer(onConnection);
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return `${hostility.tls ? "https" : "http"}://127.0.0.1:${address.port}`;
  }

  return {
    aggregatorUrl: await front(reference.aggregatorUrl),
    newsUrl: await front(reference.newsUrl),
    reference,
    async close() {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
      agent.destroy();
      await reference.close();
    },
  };
}
