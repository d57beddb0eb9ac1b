import type { Socket } from "node:net";
import type { buildConnector } from "undici";

/**
 * The way in which a dispatcher opens connections, with something done to each one before it is used.
 *
 * @param connect as the options of a dispatcher have it
 * @throws Error if it is not a function: undici passes one to each dispatcher of ours
 */
export function eachConnection(
  connect: unknown,
  use: (socket: Socket) => void,
): buildConnector.connector {
  if (typeof connect !== "function")
    throw new Error("undici now opens connections in a different way");
  return (to, callback) =>
    connect(to, (...outcome: Parameters<typeof callback>) => {
      if (outcome[0] === null) use(outcome[1]);
      callback(...outcome);
    });
}
