import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, type JsonObject, listAt, objectAt, textAt } from "../../../contracts/json.ts";
import type { ListedRequest } from "../listed-requests.ts";
import type { Peer, PeerDocument, Place } from "../peer.ts";
import { runProcess } from "../process.ts";
import { binary, packageFolder, versionIn } from "./installed.ts";
import { operationOf } from "./openapi.ts";

/** Portman, whose Postman collections Newman runs. */
export const portman: Peer = {
  name: "Portman and Newman",
  setUp:
    "Portman makes a Postman collection of each document, with its contract tests (status, media type, JSON, schema) and one variation for each request of the list, which expects the listed status and the schema of a response with it. Newman runs the collections. Portman's fuzzing is off: the list has its values.",
  betterAt:
    "The collections open in Postman, where people try requests by hand and add tests in JavaScript; a later request can use what an earlier one returned.",
  junit: true,
  version: (root) =>
    ["@apideck/portman", "newman"].map((name) => versionIn(packageFolder(root, name))).join(", "),
  prepare: async (place) => {
    const { folder, root, urls } = place;
    for (const document of place.documents) {
      const description: unknown = JSON.parse(readFileSync(document.file, "utf8"));
      const config = join(folder, `${document.name}.portman.json`);
      writeFileSync(config, JSON.stringify(configuration(document, description, place)));
      const words = [
        ...["--local", document.file, "--baseUrl", urls[document.surface]],
        ...["--portmanConfigFile", config, "--output", collectionFile(folder, document)],
        ...["--warn", "false"],
      ];
      const { code, stdout, stderr } = await runProcess(binary(root, "portman"), words, {
        cwd: folder,
      });
      if (code !== 0) throw new Error(`Portman ended with ${code}\n${stdout}\n${stderr}`);
    }
  },
  run: async (place) => {
    const failures: string[] = [];
    for (const document of place.documents) failures.push(...(await failuresOf(document, place)));
    return failures;
  },
};

const collectionFile = (folder: string, { name }: PeerDocument) =>
  join(folder, `${name}.collection.json`);

async function failuresOf(
  document: PeerDocument,
  { folder, root }: Place,
): Promise<readonly string[]> {
  const output = join(folder, "newman.json");
  rmSync(output, { force: true });
  const words = [
    ...["run", collectionFile(folder, document), "--reporters", "json"],
    ...["--reporter-json-export", output, "--timeout-request", "10000"],
  ];
  const { code, stderr } = await runProcess(binary(root, "newman"), words, { cwd: folder });
  if (code === 0) return [];
  if (code !== 1) throw new Error(`Newman ended with ${code}\n${stderr}`);
  const report: unknown = JSON.parse(readFileSync(output, "utf8"));
  return listAt(objectAt(report, "run"), "failures")
    .filter(isObject)
    .map((failure) => {
      const error = objectAt(failure, "error");
      const what = textAt(error, "test") ?? textAt(error, "name");
      return `${document.name} ${textAt(objectAt(failure, "source"), "name")}: ${what}`;
    });
}

const enabled = { enabled: true };

function configuration(
  { surface, requests }: PeerDocument,
  description: unknown,
  { keys }: Place,
): JsonObject {
  const everywhere = "*::/*";
  const contract = {
    openApiOperation: everywhere,
    contentType: enabled,
    jsonBody: enabled,
    schemaValidation: enabled,
  };
  const variation = (request: ListedRequest) => {
    const refused = request.name.includes("key") ? "401" : "400";
    const { expect, endpoint } = request;
    return {
      openApiOperation: `GET::${endpoint}`,
      openApiResponse: expect === "4xx" ? refused : String(expect),
      variations: [
        {
          name: request.name,
          overwrites: [overwrites(request, description)],
          tests: {
            contractTests: [
              expect === "4xx"
                ? contract
                : { ...contract, statusCode: { enabled: true, code: expect } },
            ],
            extendTests:
              expect === "4xx" ? [{ openApiOperation: everywhere, tests: [isRefused] }] : [],
          },
        },
      ],
    };
  };
  return {
    version: 1,
    globals: { stripResponseExamples: true, securityOverwrites: { remove: true } },
    tests: {
      contractTests: [{ ...contract, statusSuccess: enabled }],
      variationTests: requests.map(variation),
    },
    overwrites: [
      {
        openApiOperation: everywhere,
        overwriteRequestSecurity: { remove: true },
        overwriteRequestHeaders: [{ key: "api-key", value: keys[surface].own, insert: true }],
        overwriteRequestQueryParams: [{ key: "location", value: "London", insert: false }],
      },
    ],
  };
}

const isRefused =
  'pm.test("is refused", function () { pm.expect(pm.response.code).to.be.within(400, 499); });';

/** What makes the request of the document's operation the listed one. */
function overwrites({ endpoint, query, headers }: ListedRequest, description: unknown): JsonObject {
  const parameters = listAt(operationOf(description, endpoint), "parameters").filter(isObject);
  const pairs = (place: string, listed: Readonly<Record<string, string>>) => {
    const names = parameters.filter((one) => one.in === place).map(({ name }) => String(name));
    return [...new Set([...names, ...Object.keys(listed)])].map((key) => {
      const value = listed[key];
      return value === undefined
        ? { key, remove: true }
        : { key, value, overwrite: true, disable: false, insert: true };
    });
  };
  return {
    openApiOperation: `GET::${endpoint}`,
    overwriteRequestSecurity: { remove: true },
    overwriteRequestHeaders: [
      ...(headers["api-key"] === undefined ? [{ key: "api-key", remove: true }] : []),
      ...pairs("header", headers),
    ],
    overwriteRequestQueryParams: pairs("query", query),
  };
}
