import { Agent, request } from "undici";
import type { AuthStyle, Surface } from "../../contracts/vocabulary.ts";
import type { ReferenceServer } from "../../reference/server/server.ts";

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** null where the body is no JSON. */
  readonly json: unknown;
}

export interface Sending {
  /** Style of the surface's own key; null sends none. Default `api-key`. */
  readonly auth?: AuthStyle | null;
  readonly version?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "OPTIONS" | "PATCH";
  readonly body?: string;
  /** On the one connection that all such requests share. */
  readonly sharesConnection?: boolean;
}

const shared = new Agent({ connections: 1, keepAliveTimeout: 1_000 });
const dispatcher = new Agent({ keepAliveTimeout: 1_000, maxHeaderSize: 2_000_000 });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function keyHeader(style: AuthStyle, key: string): Record<string, string> {
  return style === "bearer" ? { authorization: `Bearer ${key}` } : { [style]: key };
}

/** Sends to any URL. Rejects where the connection breaks. */
export async function fetchReply(
  url: string,
  sending: Omit<Sending, "auth" | "version"> = {},
): Promise<Reply> {
  const { method = "GET", headers = {}, body = null, sharesConnection = false } = sending;
  const through = sharesConnection ? shared : dispatcher;
  const options = { dispatcher: through, method, headers: { ...headers }, body };
  const response = await request(url, options);
  // Not `text()`, which hides a byte order mark.
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.body.bytes());
  return {
    status: response.statusCode,
    headers: response.headers,
    text,
    get json() {
      return parsed(text);
    },
  };
}

export function baseUrl(server: ReferenceServer, surface: Surface): string {
  return surface === "aggregator" ? server.aggregatorUrl : server.newsUrl;
}

/** Sends to a surface; `target` is the path with its query. */
export function spec(
  server: ReferenceServer,
  surface: Surface,
  target: string,
  { auth = "api-key", version, headers, ...sending }: Sending = {},
): Promise<Reply> {
  return fetchReply(baseUrl(server, surface) + target, {
    ...sending,
    headers: {
      ...(auth === null ? {} : keyHeader(auth, server.keys[surface].own)),
      ...(version === undefined ? {} : { "api-version": version }),
      ...headers,
    },
  });
}

/** Objects of the list that a body holds under a name; throws where there is no such list. */
export function listOf(reply: Reply, name: string): readonly Record<string, unknown>[] {
  const body: unknown = reply.json;
  const list = isRecord(body) ? body[name] : undefined;
  if (!Array.isArray(list)) throw new Error(`no list ${name} in ${reply.text.slice(0, 200)}`);
  return list.filter(isRecord);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a path of member names; undefined where the path breaks off. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) found = isRecord(found) ? found[name] : undefined;
  return found;
}
