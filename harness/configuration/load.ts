import { resolve } from "node:path";
import type { CellPattern } from "../../contracts/waivers.ts";
import { type Level, type Surface, surfaces } from "../../contracts/words.ts";
import {
  type Environment,
  expandHeaders,
  keysFrom,
  keyVariables,
  withEnvironmentFile,
} from "./environment.ts";
import { type ConfigurationFile, readConfigurationFile, type SurfaceSection } from "./file.ts";
import type { Selectable } from "./selection.ts";
import type { Configuration, Keys, Samples, SurfaceConfiguration } from "./types.ts";
import { suggestion, UsageError } from "./usage-error.ts";

/** What the command line says; an absent member leaves it to the environment, the file or the default. */
export interface Flags {
  readonly aggregatorUrl?: string;
  readonly newsUrl?: string;
  readonly config?: string;
  readonly envFile?: string;
  readonly out?: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly failOn?: Level;
  readonly concurrency?: number;
  readonly rate?: number;
  readonly timeout?: number;
  readonly retries?: number;
  readonly allowIncomplete?: boolean;
}

export interface LoadOptions {
  readonly flags: Flags;
  readonly environment: Environment;
  /** Absolute path of the working directory. */
  readonly folder: string;
  /** What waivers and exclusions may speak of. */
  readonly known: Selectable;
  /** False for commands that send nothing. */
  readonly needKeys: boolean;
}

export interface Loaded {
  /** Without any surface where no base URL was given: then the embedded server is meant. */
  readonly configuration: Configuration;
  readonly keys: Keys;
}

const defaultSamples: Samples = {
  query: "climate",
  location: "London",
  country: "us",
  language: "en",
  topic: "TECHNOLOGY",
  domain: null,
};

const urlVariables: Readonly<Record<Surface, string>> = {
  aggregator: "AGGREGATOR_BASE_URL",
  news: "NEWS_BASE_URL",
};

/**
 * Merges flag, environment, file and default, in this order.
 * @throws UsageError where something is wrong or a tested surface has no key
 */
export function loadConfiguration(options: LoadOptions): Loaded {
  const { flags, folder, known } = options;
  const file = readConfigurationFile(folder, flags.config ?? null);
  const envFile = flags.envFile === undefined ? null : resolve(folder, flags.envFile);
  const environment = withEnvironmentFile(options.environment, envFile);
  for (const list of ["waivers", "exclusions"] as const) {
    for (const [index, entry] of (file[list] ?? []).entries()) {
      checkEntry(`${list}.${index}`, entry, known);
    }
  }
  const urls = { aggregator: flags.aggregatorUrl, news: flags.newsUrl };
  const tested = surfaces.flatMap((surface) => {
    const section = file.surfaces?.[surface] ?? {};
    const url = urls[surface] ?? (environment[urlVariables[surface]] || section.baseUrl);
    return url === undefined ? [] : [[surface, surfaceFrom(surface, url, section)] as const];
  });
  const hook = (surface: Surface) => file.surfaces?.[surface]?.revoke ?? null;
  const keys = keysFrom(environment, { aggregator: hook("aggregator"), news: hook("news") });
  if (options.needKeys) for (const [surface] of tested) needKey(surface, keys);
  return {
    configuration: {
      surfaces: Object.fromEntries(tested),
      embedded: tested.length === 0,
      network: networkFrom(flags, file, environment, tested.length === 0),
      failOn: flags.failOn ?? file.failOn ?? "must",
      allowIncomplete: flags.allowIncomplete ?? false,
      only: flags.only ?? [],
      skip: flags.skip ?? [],
      waivers: file.waivers ?? [],
      exclusions: file.exclusions ?? [],
      outputDirectory: resolve(folder, flags.out ?? "conformance-report"),
    },
    keys,
  };
}

function networkFrom(
  flags: Flags,
  { network = {} }: ConfigurationFile,
  environment: Environment,
  embedded: boolean,
): Configuration["network"] {
  return {
    concurrency: flags.concurrency ?? network.concurrency ?? 8,
    rate: flags.rate ?? network.rate ?? null,
    timeoutMs: flags.timeout ?? network.timeoutMs ?? 10_000,
    retries: flags.retries ?? network.retries ?? 2,
    headers: expandHeaders(network.headers ?? {}, environment),
    useProxy: !embedded,
  };
}

function surfaceFrom(surface: Surface, url: string, section: SurfaceSection): SurfaceConfiguration {
  return {
    baseUrl: baseUrlFrom(surface, url),
    openapi: section.openapi ?? null,
    parameters: section.parameters ?? {},
    samples: { ...defaultSamples, ...section.samples },
    revoke: section.revoke ?? null,
  };
}

function baseUrlFrom(surface: Surface, text: string): string {
  const refuse = (why: string): never => {
    throw new UsageError(`the base URL of the ${surface} surface ${why}`);
  };
  const url = URL.canParse(text) ? new URL(text) : refuse(`is no URL: ${JSON.stringify(text)}`);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    refuse(`has to begin with http:// or https://, not ${url.protocol}`);
  }
  if (url.username !== "" || url.password !== "") {
    refuse("must not hold a user name or password; send them with network.headers");
  }
  if (url.search !== "" || url.hash !== "") refuse("must have neither query nor fragment");
  return url.href.replace(/\/+$/, "");
}

function needKey(surface: Surface, keys: Keys): void {
  if (keys[surface].own !== null) return;
  throw new UsageError(
    `the ${surface} surface is to be tested but has no key; ` +
      `set ${keyVariables(surface).own} in the environment or in --env-file`,
  );
}

function checkEntry(
  place: string,
  entry: CellPattern & { readonly requirement: string },
  known: Selectable,
): void {
  const check = (name: keyof typeof entry, valid: readonly string[]) => {
    const value = entry[name];
    if (value === undefined || valid.includes(value)) return;
    throw new UsageError(
      `${place}.${name}: there is no ${name} ${JSON.stringify(value)}${suggestion(value, valid)}`,
    );
  };
  check("requirement", known.requirements);
  check("endpoint", known.endpoints);
  check("version", known.versions);
}
