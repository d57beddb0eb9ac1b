import { type Command, InvalidArgumentError } from "commander";
import type { ServeFlags } from "../actions/serve.ts";
import { collectOption } from "../options/collect-option.ts";
import type { Output } from "../output/output.ts";

/** Three consecutive ports are used, so the highest possible first port is 65533. */
function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_533) return port;
  throw new InvalidArgumentError("It must be a whole number from 1 to 65533.");
}

/** `serve`: runs the reference server until it is interrupted. */
export async function serveCommand(
  program: Command,
  output: Output,
  words: readonly string[],
): Promise<void> {
  // Other command lines do not show the help of this command.
  const isNamed = words[0] === "serve";
  const faults = isNamed ? (await import("../actions/serve.ts")).faultHelp(output) : "";
  program
    .command("serve")
    .description("run the reference server, for client developers")
    .option(
      "--port <n>",
      "port of the aggregator; news and console use the next two (any free ports)",
      portNumber,
    )
    .option(
      "--host <address>",
      "address to listen on; 0.0.0.0 for all, as in a container (127.0.0.1)",
    )
    .option(
      "--keys-from-env",
      "accept the keys in AGGREGATOR_API_KEY, NEWS_API_KEY and …_REVOKED_KEY, instead of random ones",
    )
    .option("--fault <name...>", "enable a fault; the names are listed below", collectOption)
    .addHelpText("after", faults)
    .action(async (flags: ServeFlags) => {
      const { serve } = await import("../actions/serve.ts");
      await serve(flags, output);
    });
}
