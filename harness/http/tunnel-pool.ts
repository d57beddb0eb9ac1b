import { type Dispatcher, Pool } from "undici";

/** A proxy that closed the connection in place of opening a tunnel. */
export class TunnelBroken extends Error {
  readonly code = "TUNNEL_BROKEN";
}

/**
 * The pool that asks a proxy for tunnels. undici takes a connection that breaks while a tunnel is
 * being opened for one to be opened again, at once and for ever; with an error that it does not know
 * the request fails instead.
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
