import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadCatalogue } from "../../contracts/load.ts";
import { type Surface, surfaces } from "../../contracts/vocabulary.ts";
import { referenceParameters } from "../../reference/description/reference-configuration.ts";
import type { ReferenceKeys } from "../../reference/http/keys.ts";
import { startReferenceServer } from "../../reference/server/server.ts";
import { listedRequests } from "./listed-requests.ts";
import type { PeerDocument, Place } from "./peer.ts";

/** Ports and keys for all servers, chosen by a server that is closed again. */
async function reserve(): Promise<Pick<Place, "urls" | "keys">> {
  const { aggregatorUrl, newsUrl, keys, close } = await startReferenceServer();
  await close();
  return { urls: { aggregator: aggregatorUrl, news: newsUrl }, keys };
}

/**
 * Writes the documents of all versions with `news-conformance openapi`, with the names of the reference
 * server's parameters, into a folder.
 */
function writeDocuments(
  root: string,
  folder: string,
  urls: Place["urls"],
  keys: ReferenceKeys,
): readonly PeerDocument[] {
  const config = join(folder, "documents.json");
  const configured = surfaces.map((surface) => {
    const own = { baseUrl: urls[surface], parameters: referenceParameters[surface] };
    return [surface, own];
  });
  writeFileSync(config, JSON.stringify({ surfaces: Object.fromEntries(configured) }));
  const catalogue = loadCatalogue();
  const write = (surface: Surface, version: string): PeerDocument => {
    const name = `${surface}-${version}`;
    const file = join(folder, `${name}.json`);
    const cli = join(root, "dist", "cli", "main.js");
    const words = [cli, "openapi", surface, version, "--config", config];
    writeFileSync(file, execFileSync(process.execPath, words));
    const requests = listedRequests(catalogue, surface, version, keys);
    return { surface, version, name, file, requests };
  };
  return surfaces.flatMap((surface) =>
    catalogue.versions(surface).map((version) => write(surface, version)),
  );
}

/** What every tool is given; each gets an empty folder of its own. */
export async function createPlaces(root: string, folder: string): Promise<(name: string) => Place> {
  const { urls, keys } = await reserve();
  const documents = writeDocuments(root, folder, urls, keys);
  return (name) => {
    const own = join(folder, name.replaceAll(/\W+/g, "-"));
    mkdirSync(own);
    return { folder: own, root, documents, urls, keys };
  };
}
