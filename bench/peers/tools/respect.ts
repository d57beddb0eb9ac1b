import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, type JsonObject, listAt, objectAt, textAt } from "../../../contracts/json.ts";
import type { ExpectedStatus } from "../listed-requests.ts";
import type { Peer, PeerDocument, Place } from "../peer.ts";
import { runProcess } from "../process.ts";
import { binary, packageFolder, versionIn } from "./installed.ts";
import { edited, open, operationOf } from "./openapi.ts";

const arazzoFile = (folder: string, { name }: PeerDocument) => join(folder, `${name}.arazzo.yaml`);

/** Redocly's runner of Arazzo workflows. */
export const respect: Peer = {
  name: "Redocly respect",
  setUp:
    "An Arazzo document for each OpenAPI document, with a workflow of one step for each request of the list, so that a failure stops no other step. Each step expects the listed status; `respect` itself checks the status, the media type and the schema of the response against the OpenAPI document. In that document every object gets `additionalProperties: true`, since `respect` refuses members that are not listed.",
  betterAt:
    "It runs workflows, in which a step uses what an earlier one returned, and the Arazzo documents serve as documentation and for other tools.",
  junit: false,
  version: (root) => versionIn(packageFolder(root, "@redocly/cli")),
  prepare: async ({ folder, documents }) => {
    for (const document of documents) {
      const description: unknown = JSON.parse(readFileSync(document.file, "utf8"));
      const opened = JSON.stringify(edited(description, open));
      writeFileSync(join(folder, `${document.name}.json`), opened);
      writeFileSync(arazzoFile(folder, document), JSON.stringify(arazzo(document, description)));
    }
  },
  run: async (place) => {
    const failures: string[] = [];
    for (const document of place.documents) failures.push(...(await failuresOf(document, place)));
    return failures;
  },
};

async function failuresOf(
  document: PeerDocument,
  { folder, root }: Place,
): Promise<readonly string[]> {
  const output = join(folder, "respect.json");
  rmSync(output, { force: true });
  const words = ["respect", arazzoFile(folder, document), "--json-output", output];
  const { code, stderr } = await runProcess(binary(root, "redocly"), words, {
    cwd: folder,
    env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  if (code === 0) return [];
  try {
    return failedSteps(JSON.parse(readFileSync(output, "utf8")), document).map(
      (name) => `${document.name} ${name}`,
    );
  } catch {
    throw new Error(`respect ended with ${code}\n${stderr}`);
  }
}

const conditions: Readonly<Record<ExpectedStatus, string>> = {
  200: "$statusCode == 200",
  400: "$statusCode == 400",
  401: "$statusCode == 401",
  "4xx": "$statusCode >= 400 && $statusCode < 500",
};

function arazzo({ name, requests }: PeerDocument, description: unknown): JsonObject {
  const operationAt = (endpoint: string) =>
    textAt(operationOf(description, endpoint), "operationId");
  const parameters = (of: Readonly<Record<string, string>>, place: string) =>
    Object.entries(of).map(([parameter, value]) => ({ in: place, name: parameter, value }));
  return {
    arazzo: "1.0.1",
    info: { title: name, version: "1.0.0" },
    sourceDescriptions: [{ name: "service", type: "openapi", url: `${name}.json` }],
    workflows: requests.map(({ endpoint, query, headers, expect }, index) => ({
      workflowId: `request-${index}`,
      steps: [
        {
          stepId: "send",
          operationId: `$sourceDescriptions.service.${operationAt(endpoint)}`,
          parameters: [...parameters(query, "query"), ...parameters(headers, "header")],
          successCriteria: [{ condition: conditions[expect] }],
        },
      ],
    })),
  };
}

/** The names of the failed checks, by request. */
function failedSteps(output: unknown, { requests }: PeerDocument): readonly string[] {
  const workflows = Object.values(objectAt(output, "files"))
    .filter(isObject)
    .flatMap((file) => listAt(file, "executedWorkflows"))
    .filter(isObject);
  return workflows.flatMap((workflow) => {
    const index = Number(textAt(workflow, "workflowId")?.replace("request-", ""));
    return listAt(workflow, "executedSteps")
      .filter(isObject)
      .flatMap((step) => listAt(step, "checks"))
      .filter(isObject)
      .filter(({ passed }) => passed !== true)
      .map(({ name }) => `${requests[index]?.name}: ${name}`);
  });
}
