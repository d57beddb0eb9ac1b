import { surfaces } from "../../contracts/vocabulary.ts";
import { type Handler, jsonAnswer } from "../http/http-server.ts";
import type { KeyRing } from "../http/keys.ts";

/**
 * The provider's console, reduced to keys: `POST /keys/aggregator` and `POST /keys/news` create a key and
 * show it once, `POST /keys/<key>/revoke` revokes a key permanently.
 */
export function createConsole(ring: KeyRing): Handler {
  return ({ method, target }) => {
    const [, name, revoke] = /^\/keys\/([^/?]+)(\/revoke)?$/.exec(target) ?? [];
    if (method !== "POST" || name === undefined) {
      const usage = "Use POST /keys/aggregator, /keys/news or /keys/<key>/revoke.";
      return jsonAnswer(404, { error: usage });
    }
    if (revoke !== undefined) {
      return ring.revoke(name)
        ? jsonAnswer(200, { revoked: true })
        : jsonAnswer(404, { error: "This key was never issued." });
    }
    const surface = surfaces.find((one) => one === name);
    return surface === undefined
      ? jsonAnswer(404, { error: `Unknown surface; the surfaces are ${surfaces.join(", ")}.` })
      : jsonAnswer(201, { surface, key: ring.issue(surface) });
  };
}
