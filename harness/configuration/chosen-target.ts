import { type Surface, surfaces } from "../../contracts/vocabulary.ts";
import { keyVariables } from "../requests/key-names.ts";
import { UsageError } from "../settings/usage-error.ts";
import { parseBaseUrl } from "./base-url.ts";
import type { Environment } from "./environment.ts";
import type { ConfigurationFile } from "./file-types.ts";
import type { Flags } from "./flags.ts";
import { Mistakes } from "./mistakes.ts";

/** Where a base URL was given, and under which name: `--news-url`, `NEWS_BASE_URL`, a path in a file. */
export interface BaseUrlSource {
  readonly kind: "flag" | "environment" | "file";
  readonly name: string;
}

export interface NamedBaseUrl {
  /** Without a trailing slash. */
  readonly url: string;
  readonly source: BaseUrlSource;
}

/** The given base URLs; `reference`: the built-in reference server is judged instead. */
export type ChosenTarget =
  | { readonly kind: "reference" }
  | {
      readonly kind: "named";
      readonly baseUrls: Readonly<Partial<Record<Surface, NamedBaseUrl>>>;
    };

export interface TargetInput {
  readonly flags: Pick<Flags, "aggregatorUrl" | "newsUrl" | "reference">;
  readonly environment: Environment;
  readonly file: ConfigurationFile;
  /** Name of the file, for messages; null if there is none. */
  readonly fileName: string | null;
  /** Signs other than the environment that the user has a target, such as `a file exists`. */
  readonly signs: readonly string[];
  /** The hint that says how to give a target, this surface first, or how to choose the reference server. */
  readonly targetHint: (surface: Surface) => string;
  /** Base URLs are optional, since the surfaces may be found elsewhere. */
  readonly optional: boolean;
}

/**
 * Chooses the target: flag over environment over file. The reference server is judged if `--reference` is
 * given, or if nothing shows that the user has another target: a passing run of the reference server must
 * never be mistaken for one of the user's own server.
 *
 * @throws UsageError if a base URL is not usable, if both a URL and the reference server are given, or if
 *   no base URL is given although the user seems to have a target
 */
export function chooseTarget(input: TargetInput): ChosenTarget {
  const { flags, environment, targetHint } = input;
  if (flags.reference === true) {
    const url = flags.aggregatorUrl === undefined ? "--news-url" : "--aggregator-url";
    if (flags.aggregatorUrl === undefined && flags.newsUrl === undefined) {
      return { kind: "reference" };
    }
    throw new UsageError(
      `--reference and ${url} name two different targets`,
      "--reference means the built-in reference server; omit it to judge the server at the URL.",
    );
  }
  const mistakes = new Mistakes();
  const named: Partial<Record<Surface, NamedBaseUrl>> = {};
  for (const surface of surfaces) {
    const one = mistakes.attempt(() => baseUrlOf(surface, input));
    if (one !== null) named[surface] = one;
  }
  const baseUrls = mistakes.settle(named);
  if (Object.keys(baseUrls).length > 0 || input.optional) return { kind: "named", baseUrls };
  const [sign] = [...input.signs, ...signsIn(environment)];
  if (sign === undefined) return { kind: "reference" };
  throw new UsageError(
    `no base URL is configured, although ${sign}`,
    targetHint(meantSurface(environment)),
  );
}

function baseUrlOf(surface: Surface, input: TargetInput): NamedBaseUrl | null {
  const { flags, environment, file, fileName } = input;
  const named = (text: string, kind: BaseUrlSource["kind"], name: string, shown = name) => ({
    url: parseBaseUrl(text, shown),
    source: { kind, name },
  });
  const flag = surface === "news" ? flags.newsUrl : flags.aggregatorUrl;
  if (flag !== undefined) return named(flag, "flag", `--${surface}-url`);
  const variable = `${surface.toUpperCase()}_BASE_URL`;
  const value = environment[variable];
  if (value) return named(value, "environment", variable, `the environment variable ${variable}`);
  const inFile = file.surfaces?.[surface]?.baseUrl;
  if (inFile === undefined) return null;
  return named(inFile, "file", `${fileName}: surfaces.${surface}.baseUrl`);
}

/** The surface that seems to be meant: the first one that has a key. */
function meantSurface(environment: Environment): Surface {
  return (
    surfaces.find((surface) => keyVariables(surface).some(isSetIn(environment))) ?? "aggregator"
  );
}

function isSetIn(environment: Environment): (name: string) => boolean {
  return (name) => Boolean(environment[name]?.trim());
}

/** Signs in the environment that the user has a target: a key, or a pipeline. */
function signsIn(environment: Environment): readonly string[] {
  const keys = surfaces.flatMap(keyVariables).filter(isSetIn(environment));
  return [
    ...keys.map((name) => `${name} is set`),
    ...(isPipeline(environment) ? ["this is a pipeline (CI is set)"] : []),
  ];
}

/** CI systems set `CI` to `true` or `1`; users disable it with `false` or `0`. */
function isPipeline({ CI }: Environment): boolean {
  const value = CI?.trim() ?? "";
  return value !== "" && !/^(false|0)$/i.test(value);
}
