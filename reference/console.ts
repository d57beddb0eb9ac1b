import { type FastifyInstance, fastify } from "fastify";
import { surfaces } from "../contracts/words.ts";
import type { KeyRing } from "./keys.ts";

/**
 * The provider's console, reduced to keys: `POST /keys/aggregator` and `POST /keys/news` create
 * one and show it once, `POST /keys/<key>/revoke` revokes one for good.
 */
export function createConsole(ring: KeyRing): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, payload, done) => {
    payload.resume();
    done(null, undefined);
  });
  app.post<{ Params: { id: string } }>("/keys/:id", (request, reply) => {
    const surface = surfaces.find((name) => name === request.params.id);
    if (surface === undefined) {
      return reply
        .code(404)
        .send({ error: `There is no surface of this name: ${surfaces.join(", ")}` });
    }
    return reply.code(201).send({ surface, key: ring.issue(surface) });
  });
  app.post<{ Params: { id: string } }>("/keys/:id/revoke", (request, reply) =>
    ring.revoke(request.params.id)
      ? reply.send({ revoked: true })
      : reply.code(404).send({ error: "No such key was ever issued." }),
  );
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: "Try POST /keys/aggregator, /keys/news or /keys/<key>/revoke." }),
  );
  return app;
}
