import { type Command, InvalidArgumentError, Option } from "commander";
import { matrixKinds } from "../../contracts/vocabulary.ts";
import { smallestBudget } from "../../harness/configuration/matrix-choice.ts";
import { collectOption } from "./collect-option.ts";

/** Decimal notation only: `Number` also accepts `0x10`, which nobody means as a time. */
const decimal = /^(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})$/;

/**
 * A parser for the value of an option that is a number from `min` to `max`.
 * @param what the allowed values in words, such as `a whole number from 1`
 */
export function number(what: string, min: number, whole: boolean, max = Number.MAX_SAFE_INTEGER) {
  return (text: string): number => {
    const value = decimal.test(text) ? Number(text) : Number.NaN;
    if (
      Number.isFinite(value) &&
      value >= min &&
      value <= max &&
      (!whole || Number.isInteger(value))
    )
      return value;
    throw new InvalidArgumentError(`It must be ${what}.`);
  };
}

/** The options for what is tested and how; `run` and `plan` share them. */
export function withRunOptions(command: Command): Command {
  return command
    .option("--reference", "test the built-in reference server, even if base URLs or keys are set")
    .option("--aggregator-url <url>", "base URL of the aggregator surface")
    .option("--news-url <url>", "base URL of the news surface")
    .option(
      "--config <file>",
      "configuration file (news-conformance.config.json or .yaml, here or in a parent folder)",
    )
    .option(
      "--openapi-aggregator <file>",
      "OpenAPI description of the aggregator surface: a file or a URL",
    )
    .option("--openapi-news <file>", "the same for the news surface")
    .option("--no-description", "do not look for a description below the base URLs")
    .option("--env-file <file>", "file with NAME=value lines for keys")
    .option(
      "--allow-insecure-http",
      "send the keys over plain HTTP to another machine, where anyone on the network path can read them",
    )
    .option(
      "--allow-commands",
      "run the revoke commands of a configuration file that was found rather than named with --config",
    )
    .option(
      "--only <pattern...>",
      "run only these checks: ids with *, or surface:…, endpoint:…, version:…, auth:…",
      collectOption,
    )
    .option("--skip <pattern...>", "skip these checks; same patterns as --only", collectOption)
    .addOption(
      new Option(
        "--fail-on <level>",
        "the lowest level at which a broken requirement fails the run",
      ).choices(["must", "should"]),
    )
    .addOption(
      new Option(
        "--matrix <kind>",
        "how much of endpoint, version and auth style is covered (full)",
      ).choices(matrixKinds),
    )
    .option("--rotation <k/n>", "the k-th of n runs that together cover the full matrix")
    .option(
      "--shard <i/n>",
      "the i-th of n machines that share this run; merge joins their reports",
    )
    .option(
      "--budget <n>",
      "send at most n requests: those that are known to reveal the most faults",
      number(`a whole number from ${smallestBudget}`, smallestBudget, true),
    )
    .option(
      "--only-failed [report]",
      "judge only the checks that failed in this report, by default the last one in the folder for reports",
    )
    .option(
      "--concurrency <n>",
      "maximum number of concurrent requests (8)",
      number("a whole number from 1", 1, true),
    )
    .option(
      "--rate <n>",
      "requests per second (no limit)",
      number("a number above 0", Number.MIN_VALUE, false),
    )
    .option(
      "--timeout <ms>",
      "how long to wait for the server, in milliseconds (10000)",
      number("a whole number of milliseconds from 1", 1, true),
    )
    .option(
      "--retries <n>",
      "further attempts after a temporary failure (2)",
      number("a whole number from 0", 0, true),
    )
    .option(
      "--patience <s>",
      "seconds to wait in total for a surface that throttles (60)",
      number("a number of seconds from 0 to 86400", 0, false, 86_400),
    )
    .option(
      "--max-duration <s>",
      "seconds after which nothing more is sent (600)",
      number("a number of seconds from 0.001 to 86400", 0.001, false, 86_400),
    )
    .option("--ca <file>", "PEM file of additional certificate authorities to trust")
    .option(
      "--allow-insecure-tls",
      "accept any certificate; every report says so (for staging systems)",
    )
    .option(
      "--seed <n>",
      "random seed for generated requests (1)",
      number("a whole number from 0", 0, true),
    )
    .option(
      "--runs <n>",
      "generated inputs per check and cell (1)",
      number("a whole number from 1 to 100", 1, true, 100),
    );
}
