import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Deviation, FaultRequest, FaultResponse } from "../../../reference/faults/fault.ts";
import { command, inFolder } from "../command.ts";
import { configure, listening, runAgainst, withReference } from "../target.ts";
import { fault, out, reportIn, verified } from "./folder.ts";

describe("what a recording does not hold can't be told: exit code 2", () => {
  // One moment for both: the first digits change every few hours.
  const moment = Date.now();
  const key = String(moment).slice(0, 6);

  test.each([
    ["a body that is too long to be kept", "x".repeat(300_000), "bk_somekey1"],
    ["a body that a secret was taken out of", "", key],
  ])("%s", async (_, pad, ownKey) => {
    await inFolder((cwd) =>
      listening(
        (_request, response) => {
          const pong = {
            id: "1",
            message: "pong",
            version: "2026-05-25",
            timestamp: moment,
            pad,
          };
          response.writeHead(200, { "content-type": "application/json" });
          response.end(JSON.stringify(pong));
        },
        async (url) => {
          const environment = { AGGREGATOR_API_KEY: ownKey };
          const words = ["run", "--aggregator-url", url, "--only", "ping.message-pong"];
          await command(words, { cwd, environment });
          expect(reportIn(join(cwd, out)).verdict).toBe("conformant");
          const { code, stdout } = await command(["verify", out], { cwd });
          expect(stdout).toContain("It can't be determined");
          expect(stdout).toContain("ping.message-pong");
          expect(code).toBe(2);
        },
      ),
    );
  });

  /** Answers that are longer than what is kept of a body, with the end or the beginning cut off. */
  const large = (
    name: string,
    cells: Deviation["cells"],
    isLarge: (response: FaultResponse, request: FaultRequest) => boolean,
  ): Deviation => ({
    name,
    cells,
    sentence: "Some answers are large.",
    response(response, request) {
      if (!isLarge(response, request)) return;
      response.body = { padding: "x".repeat(300_000), ...Object(response.body) };
    },
  });
  const isLong = (request: FaultRequest) => (request.query.get("query") ?? "").length > 12;

  test.each<[string, readonly Deviation[], string]>([
    [
      "answers to generated requests",
      [large("large-answers", { endpoint: "/search" }, (_, request) => isLong(request))],
      "robustness.free-text",
    ],
    [
      "answers to generated requests that are wrong, and are searched for the shortest",
      [
        fault("crash-on-emoji"),
        large("large-crashes", { endpoint: "/search" }, ({ status }) => status >= 500),
      ],
      "robustness.free-text",
    ],
    [
      "answers that others follow from",
      [large("large-lists", { endpoint: "/search/publishers" }, ({ status }) => status === 200)],
      "parameter.publisher-*",
    ],
    ["refusals", [large("large-refusals", {}, ({ status }) => status >= 400)], "error.details-*"],
    ["every answer", [large("large-everything", {}, () => true)], "ping.*"],
  ])("large bodies are no difference: %s", async (_, deviations, only) => {
    await inFolder((cwd) =>
      withReference(deviations, async (server) => {
        configure(cwd, server);
        // Some refusals of each kind show what thousands would.
        await runAgainst(server, cwd, ["--only", only, "--matrix", "pairwise"]);
        const { differences, untold } = await verified(cwd);
        expect(differences).toEqual([]);
        expect(untold).not.toEqual([]);
      }),
    );
  });
});
