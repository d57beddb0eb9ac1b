import { dirname, resolve } from "node:path";
import { type Level, type Surface, surfaces } from "../../contracts/words.ts";
import { parseBaseUrl } from "./base-url.ts";
import {
  defaultFailOn,
  defaultNetwork,
  defaultOutputDirectory,
  defaultRobustness,
  defaultSamples,
} from "./defaults.ts";
import { parseDescriptionLocation } from "./description-location.ts";
import { type Environment, fillHeaders } from "./environment.ts";
import type { ConfigurationFile, FileSurface } from "./file-types.ts";
import type { Configuration, SurfaceConfiguration } from "./types.ts";
import { UsageError } from "./usage-error.ts";

/** What the command line says; absent members say nothing. Numbers have been checked. */
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
  /** Milliseconds. */
  readonly timeout?: number;
  readonly retries?: number;
  readonly allowIncomplete?: boolean;
  readonly seed?: number;
  readonly runs?: number;
  readonly openapiAggregator?: string;
  readonly openapiNews?: string;
  /** false: none is looked for where none is named. */
  readonly description?: boolean;
}

export interface MergeInput {
  readonly flags: Flags;
  readonly environment: Environment;
  readonly file: ConfigurationFile;
  /** Name of the file, for messages; null where there is none. */
  readonly fileName: string | null;
  /** Relative paths of flags and defaults begin here. */
  readonly cwd: string;
  /** Nothing will be sent, so that variables which headers need may be missing. */
  readonly lenient: boolean;
}

/**
 * One configuration out of four sources: flag over environment over file over default. Where no
 * surface has a base URL it is `embedded` and has no surfaces yet: whoever starts the reference
 * server adds them.
 *
 * @throws UsageError where a base URL or a header is not usable
 */
export function mergeConfiguration(input: MergeInput): Configuration {
  const { flags, file, cwd } = input;
  const tested: Partial<Record<Surface, SurfaceConfiguration>> = {};
  for (const surface of surfaces) {
    const baseUrl = baseUrlOf(surface, input);
    if (baseUrl === null) continue;
    const inFile = file.surfaces?.[surface] ?? {};
    tested[surface] = surfaceOf(baseUrl, inFile, openapiOf(surface, input), flags);
  }
  const embedded = Object.keys(tested).length === 0;
  refuseUnusedDescriptions(flags, tested);
  const { network = {} } = file;
  return {
    surfaces: tested,
    embedded,
    network: {
      concurrency: flags.concurrency ?? network.concurrency ?? defaultNetwork.concurrency,
      rate: flags.rate ?? (network.rate === undefined ? defaultNetwork.rate : network.rate),
      timeoutMs: flags.timeout ?? network.timeoutMs ?? defaultNetwork.timeoutMs,
      retries: flags.retries ?? network.retries ?? defaultNetwork.retries,
      // The embedded server has no gate, and is on this machine.
      headers: embedded ? {} : fillHeaders(network.headers ?? {}, input.environment, input.lenient),
      useProxy: !embedded,
    },
    robustness: {
      seed: flags.seed ?? file.robustness?.seed ?? defaultRobustness.seed,
      runs: flags.runs ?? file.robustness?.runs ?? defaultRobustness.runs,
    },
    failOn: flags.failOn ?? file.failOn ?? defaultFailOn,
    allowIncomplete: flags.allowIncomplete ?? false,
    only: flags.only ?? [],
    skip: flags.skip ?? [],
    waivers: file.waivers ?? [],
    exclusions: file.exclusions ?? [],
    outputDirectory: resolve(cwd, flags.out ?? defaultOutputDirectory),
  };
}

function baseUrlOf(surface: Surface, input: MergeInput): string | null {
  const flag = surface === "news" ? input.flags.newsUrl : input.flags.aggregatorUrl;
  if (flag !== undefined) return parseBaseUrl(flag, `--${surface}-url`);
  const variable = `${surface.toUpperCase()}_BASE_URL`;
  const value = input.environment[variable];
  if (value) return parseBaseUrl(value, `the environment variable ${variable}`);
  const inFile = input.file.surfaces?.[surface]?.baseUrl;
  if (inFile === undefined) return null;
  return parseBaseUrl(inFile, `${input.fileName}: surfaces.${surface}.baseUrl`);
}

/** A description of what is not tested would be passed over in silence. */
function refuseUnusedDescriptions(
  { openapiAggregator, openapiNews }: Flags,
  tested: Configuration["surfaces"],
): void {
  for (const [surface, flag] of [
    ["aggregator", openapiAggregator],
    ["news", openapiNews],
  ] as const) {
    if (flag === undefined || tested[surface] !== undefined) continue;
    throw new UsageError(
      `--openapi-${surface} describes a surface that is not tested`,
      `Name its base URL with --${surface}-url.`,
    );
  }
}

/** Where the description of a surface stands; null where nobody says. */
function openapiOf(surface: Surface, { flags, file, fileName, cwd }: MergeInput): string | null {
  const flag = surface === "news" ? flags.openapiNews : flags.openapiAggregator;
  if (flag !== undefined) return parseDescriptionLocation(flag, `--openapi-${surface}`, cwd);
  const inFile = file.surfaces?.[surface]?.openapi;
  if (inFile === undefined || inFile === null) return null;
  // Beside the file that names it, wherever the command was called.
  const folder = fileName === null ? cwd : dirname(resolve(cwd, fileName));
  return parseDescriptionLocation(inFile, `${fileName}: surfaces.${surface}.openapi`, folder);
}

function surfaceOf(
  baseUrl: string,
  file: FileSurface,
  openapi: string | null,
  flags: Flags,
): SurfaceConfiguration {
  const samples = { ...defaultSamples, ...file.samples };
  const isOpen = openapi === null && file.openapi !== null && flags.description !== false;
  return {
    baseUrl,
    openapi,
    ...(isOpen && { findDescription: true }),
    description: null,
    parameters: file.parameters ?? {},
    samples: { ...samples, country: samples.country.toLowerCase() },
    revoke: file.revoke ?? null,
  };
}
