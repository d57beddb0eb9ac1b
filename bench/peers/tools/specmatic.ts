import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type JsonObject, objectAt } from "../../../contracts/json.ts";
import { type Surface, surfaces } from "../../../contracts/vocabulary.ts";
import type { ListedRequest } from "../listed-requests.ts";
import type { Peer, PeerDocument, Place } from "../peer.ts";
import { runProcess } from "../process.ts";
import { packageFolder, versionIn } from "./installed.ts";
import { failedCases } from "./junit.ts";
import { edited, jsonResponses, open, resolved } from "./openapi.ts";

/** Specmatic's contract tests. */
export const specmatic: Peer = {
  name: "Specmatic",
  setUp:
    "`specmatic test` for the documents of each surface, with each request of the list as an example. In the documents every object gets `additionalProperties: true`, since Specmatic refuses members that are not listed, and `api-version` is optional, so that it can be left out. Generative tests are off: for the aggregator alone they sent more than 22,000 requests in three minutes, and most failed on the server without a fault, since the documents do not bound what the specification leaves open, such as page numbers. Where the list allows any 4xx, an example has to name one: 401 for keys, 400 for parameters; where it has no key, Specmatic makes one up.",
  betterAt:
    "It checks that a new contract is compatible with the old one, serves contracts as mocks, and generates requests that nobody listed where generated values make sense.",
  junit: true,
  version: (root) => versionIn(packageFolder(root, "specmatic")),
  missing: () => (spawnSync("java", ["-version"]).status === 0 ? null : "there is no Java"),
  prepare: async ({ folder, documents }) => {
    for (const document of documents) {
      const description: unknown = JSON.parse(readFileSync(document.file, "utf8"));
      const examples = join(folder, `${document.name}_examples`);
      mkdirSync(examples);
      document.requests.forEach((request, index) => {
        const content = JSON.stringify(example(request, document, description));
        writeFileSync(join(examples, `${index}.json`), content);
      });
      const changed = JSON.stringify(edited(description, tuned));
      writeFileSync(join(folder, `${document.name}.json`), changed);
    }
  },
  run: async (place) => {
    const failures: string[] = [];
    for (const surface of surfaces) failures.push(...(await failuresOf(surface, place)));
    return failures;
  },
};

/** The documents of a surface at once, since a Java machine starts slowly. */
async function failuresOf(
  surface: Surface,
  { folder, root, urls, documents }: Place,
): Promise<readonly string[]> {
  const output = join(folder, "junit");
  rmSync(output, { force: true, recursive: true });
  const words = [
    // It runs for seconds only: the second compiler and parallel collectors cost more than they bring.
    ...["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"],
    ...["-jar", join(packageFolder(root, "specmatic"), "specmatic.jar"), "test"],
    ...documents.filter((one) => one.surface === surface).map(({ name }) => `${name}.json`),
    ...["--testBaseURL", urls[surface], "--junitReportDir", output],
  ];
  const { code, stdout } = await runProcess("java", words, { cwd: folder });
  if (code === 0) return [];
  const names = failedCases(readFileSync(join(output, "TEST-junit-jupiter.xml"), "utf8"));
  if (names.length === 0) throw new Error(`Specmatic ended with ${code}\n${stdout}`);
  return names.map((name) => `${surface} ${name}`);
}

/** An example needs one status and a body, which stands for any that fits the schema. */
function example(
  { name, endpoint, query, headers, expect }: ListedRequest,
  { version }: PeerDocument,
  description: unknown,
): JsonObject {
  const status = expect === "4xx" ? refusal(name) : expect;
  const examples = objectAt(jsonResponses(description, endpoint)[status], "examples");
  const [first] = Object.values(examples);
  return {
    name: `${version} ${name}`,
    "http-request": { method: "GET", path: endpoint, query, headers },
    "http-response": {
      status,
      headers: { "Content-Type": "application/json" },
      body: objectAt({ first: resolved(description, first) }, "first").value,
    },
  };
}

/** Refused keys are expected to be a 401, refused parameters a 400. */
const refusal = (name: string): 400 | 401 => (name.includes("key") ? 401 : 400);

/** Examples of bodies would be tests of their own, and the header could not be left out. */
function tuned(object: JsonObject): JsonObject {
  const { examples: _, ...rest } = object;
  if ("schema" in object && "examples" in object) return rest;
  return object.in === "header" ? { ...object, required: false } : open(object);
}
