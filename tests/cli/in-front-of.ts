import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { listening } from "./target.ts";

/** Answers a request in place of the server, and says so; the path is below the base URL. */
export type InPlace = (path: string, answer: ServerResponse, asked: IncomingMessage) => boolean;

/**
 * A server in front of another one, which answers some requests itself and hands on the rest.
 * @param baseUrl of the other one; the same path prefix leads here
 */
export async function inFrontOf<T>(
  baseUrl: string,
  inPlace: InPlace,
  use: (baseUrl: string) => Promise<T>,
): Promise<T> {
  const { origin, pathname } = new URL(baseUrl);
  return listening(
    (asked, answer) => {
      const path = (asked.url ?? "").replace(pathname, "");
      if (inPlace(path, answer, asked)) return;
      const { method, headers, url } = asked;
      const onward = request(`${origin}${url}`, { method, headers }, (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
        reply.pipe(answer);
      });
      onward.on("error", () => answer.destroy());
      asked.pipe(onward);
    },
    (url) => use(url + pathname),
  );
}
