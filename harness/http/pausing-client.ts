import type { Duplex } from "node:stream";
import { Client, type Dispatcher } from "undici";
import { eachConnection } from "./each-connection.ts";

/** A connection from which nothing more is read while it is paused. */
interface Connection {
  pause(): void;
  resume(): void;
}

/**
 * A client with one connection, whose requests are paused by reading nothing more from it. undici stops its parser
 * instead, which is an uncaught error if the server closes the connection meanwhile, up to and including undici 7.
 */
export class PausingClient extends Client {
  #connection: Connection | null = null;

  constructor(origin: string | URL, options: Client.Options) {
    const connect = eachConnection(options.connect, (socket) => {
      this.#connection = pausable(socket);
    });
    super(origin, { ...options, connect });
  }

  override dispatch(
    options: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    // The pool passes handlers on in this form, in which `false` pauses the parser.
    const onHeaders = handler.onHeaders?.bind(handler);
    const onData = handler.onData?.bind(handler);
    if (onHeaders === undefined || onData === undefined)
      throw new Error("undici now passes handlers on in a different way");
    const going = (goesOn: boolean): boolean => {
      // Other dispatchers in between return nothing, which pauses nothing.
      if (goesOn === false) this.#connection?.pause();
      return true;
    };
    handler.onHeaders = (status, headers, _, statusText) => {
      const connection = this.#connection;
      return going(onHeaders(status, headers, () => connection?.resume(), statusText));
    };
    handler.onData = (chunk) => going(onData(chunk));
    return super.dispatch(options, handler);
  }
}

function pausable(socket: Duplex): Connection {
  const read = socket.read.bind(socket);
  let isPaused = false;
  // What has arrived stays in the buffer of the socket, and once that is full, with the sender.
  socket.read = (size) => (isPaused ? null : read(size));
  return {
    pause() {
      isPaused = true;
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      // Not in the middle of what undici reads from another connection.
      queueMicrotask(() => socket.emit("readable"));
    },
  };
}
