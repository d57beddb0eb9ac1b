import { type Dispatcher, Pool } from "undici";

/** The proxy closed the connection instead of opening a tunnel. */
class TunnelBroken extends Error {
  readonly code = "TUNNEL_BROKEN";
}

/**
 * The connection pool for proxy tunnels. If a connection breaks while a tunnel is being opened, undici
 * reconnects immediately and forever; an error that it does not know makes the request fail instead.
 */
export function tunnelPool(proxy: URL, options: object): Dispatcher {
  return new Pool(proxy, options).compose((dispatch) => (request, handler) => {
    const report = handler.onResponseError?.bind(handler);
    handler.onResponseError = (controller, error) => report?.(controller, translated(error));
    return dispatch(request, handler);
  });
}

function translated(error: Error): Error {
  const isBreak = "code" in error && error.code === "UND_ERR_SOCKET";
  return isBreak ? new TunnelBroken("the proxy closed the connection", { cause: error }) : error;
}
