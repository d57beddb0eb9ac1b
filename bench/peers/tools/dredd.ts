import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type JsonObject, objectAt } from "../../../contracts/json.ts";
import type { Peer, PeerDocument, Place } from "../peer.ts";
import { runProcess } from "../process.ts";
import { binary, packageFolder, versionIn } from "./installed.ts";
import { failedCases } from "./junit.ts";
import { edited, jsonResponses } from "./openapi.ts";

/** Dredd, with hooks that send the list. */
export const dredd: Peer = {
  name: "Dredd with hooks",
  setUp:
    "Dredd reads OpenAPI 3.0, compares bodies with the examples of the document, and sends one request for each response in it. So hooks (`bench/peers/tools/dredd-hooks.cjs`) replace its transactions with the list, and give each the schema of the response, as JSON Schema draft 7.",
  betterAt:
    "It shows without any hooks whether the examples of a document are true. Hooks can be written in many languages, and it reads API Blueprint.",
  junit: true,
  version: (root) => versionIn(packageFolder(root, "dredd")),
  prepare: async ({ folder, documents }) => {
    for (const document of documents) {
      const description: unknown = JSON.parse(readFileSync(document.file, "utf8"));
      writeFileSync(
        descriptionFile(folder, document),
        JSON.stringify(edited(description, withExample)),
      );
      writeFileSync(
        transactionsFile(folder, document),
        JSON.stringify(transactions(document, description)),
      );
    }
  },
  run: async (place) => {
    const failures: string[] = [];
    for (const document of place.documents) failures.push(...(await failuresOf(document, place)));
    return failures;
  },
};

const descriptionFile = (folder: string, { name }: PeerDocument) => join(folder, `${name}.json`);
const transactionsFile = (folder: string, { name }: PeerDocument) =>
  join(folder, `${name}.transactions.json`);

async function failuresOf(
  document: PeerDocument,
  { folder, root, urls }: Place,
): Promise<readonly string[]> {
  const output = join(folder, "junit.xml");
  rmSync(output, { force: true });
  const hooks = join(root, "bench", "peers", "tools", "dredd-hooks.cjs");
  const words = [
    ...[descriptionFile(folder, document), urls[document.surface], "--hookfiles", hooks],
    ...["--reporter", "xunit", "--output", output, "--loglevel", "error"],
  ];
  const { code, stdout, stderr } = await runProcess(binary(root, "dredd"), words, {
    cwd: folder,
    env: { PEERS_TRANSACTIONS: transactionsFile(folder, document) },
  });
  if (code === 0) return [];
  const names = failedCases(readFileSync(output, "utf8"));
  if (names.length === 0) throw new Error(`Dredd ended with ${code}\n${stdout}\n${stderr}`);
  return names.map((name) => `${document.name} ${name}`);
}

/** What the hooks need. */
function transactions({ requests }: PeerDocument, description: unknown): JsonObject {
  return {
    definitions: forDraft7(objectAt(objectAt(description, "components"), "schemas")),
    listed: requests.map(({ name, endpoint, query, headers, expect }) => ({
      name,
      path: `${endpoint}?${new URLSearchParams(query)}`,
      headers,
      status: expect,
      schemas: forDraft7(
        Object.fromEntries(
          Object.entries(jsonResponses(description, endpoint)).map(([status, { schema }]) => [
            status,
            schema,
          ]),
        ),
      ),
    })),
  };
}

function forDraft7(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll("#/components/schemas/", "#/definitions/"));
}

/** Dredd makes no request where a required query parameter has no example. */
function withExample(object: JsonObject): JsonObject {
  const required = object.in === "query" && object.required === true;
  return required ? { ...object, example: "London" } : object;
}
