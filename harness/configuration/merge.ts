import { dirname, resolve } from "node:path";
import { type Surface, surfaces } from "../../contracts/vocabulary.ts";
import {
  defaultFailOn,
  defaultNetwork,
  defaultOutputDirectory,
  defaultRobustness,
  defaultSamples,
} from "../settings/defaults.ts";
import type { Configuration, RevokeHook, SurfaceConfiguration } from "../settings/types.ts";
import { readCertificates } from "./certificates.ts";
import { type BaseUrlSource, chooseTarget, type TargetInput } from "./chosen-target.ts";
import { parseDescriptionLocation } from "./description-location.ts";
import { fillHeaders, variablesFor } from "./environment.ts";
import type { FileSurface } from "./file-types.ts";
import type { Flags } from "./flags.ts";
import { fullMatrix, matrixChoice } from "./matrix-choice.ts";
import type { Mistakes } from "./mistakes.ts";
import { proxySettings } from "./proxy-settings.ts";

export interface MergeInput extends Omit<TargetInput, "flags"> {
  readonly flags: Flags;
  /** Base of the relative paths of flags and defaults. */
  readonly cwd: string;
  /** Nothing will be sent, so variables of headers may be missing. */
  readonly lenient: boolean;
}

export interface Merged {
  readonly configuration: Configuration;
  /** Where the base URL of each tested surface was given. */
  readonly sources: Readonly<Partial<Record<Surface, BaseUrlSource>>>;
}

/**
 * Merges four sources into one configuration: flag over environment over file over default. A
 * configuration for the reference server is `embedded` and has no surfaces yet: the code that starts the
 * server adds them.
 *
 * @param mistakes collects the mistakes: an unusable base URL or header, a missing target, a description
 *   of a surface that is not tested
 * @returns null if the target is not known; must not be used if there are mistakes
 */
export function mergeConfiguration(input: MergeInput, mistakes: Mistakes): Merged | null {
  const { flags, file, cwd } = input;
  const target = mistakes.attempt(() => chooseTarget(input));
  if (target === null) return null;
  const embedded = target.kind === "reference";
  const tested: Partial<Record<Surface, SurfaceConfiguration>> = {};
  const sources: Partial<Record<Surface, BaseUrlSource>> = {};
  for (const surface of surfaces) {
    const named = embedded ? undefined : target.baseUrls[surface];
    if (named === undefined) continue;
    const openapi = mistakes.attempt(() => openapiOf(surface, input));
    const revoke = mistakes.attempt(() => revokeOf(surface, input));
    tested[surface] = surfaceOf(named.url, openapi, revoke, surface, input);
    sources[surface] = named.source;
  }
  refuseUnusedDescriptions(flags, tested, mistakes);
  // Found here, before anything is sent.
  if (!embedded && !input.lenient) mistakes.attempt(() => proxySettings(input.environment));
  const { network = {} } = file;
  const fill = () => fillHeaders(network.headers ?? {}, input.environment, input.lenient);
  // The embedded server has no gateway and runs on this machine.
  const filled = embedded ? null : mistakes.attempt(fill);
  const configuration: Configuration = {
    surfaces: tested,
    embedded,
    network: {
      concurrency: flags.concurrency ?? network.concurrency ?? defaultNetwork.concurrency,
      rate: flags.rate ?? (network.rate === undefined ? defaultNetwork.rate : network.rate),
      timeoutMs: flags.timeout ?? network.timeoutMs ?? defaultNetwork.timeoutMs,
      retries: flags.retries ?? network.retries ?? defaultNetwork.retries,
      patienceMs:
        milliseconds(flags.patience ?? network.patienceSeconds) ?? defaultNetwork.patienceMs,
      maxDurationMs:
        milliseconds(flags.maxDuration ?? network.maxDurationSeconds) ??
        defaultNetwork.maxDurationMs,
      ca: mistakes.attempt(() => certificateAuthorities(input)),
      allowInsecureTls: flags.allowInsecureTls ?? defaultNetwork.allowInsecureTls,
      headers: filled?.headers ?? {},
      headerSecrets: filled?.secrets ?? {},
      useProxy: !embedded,
    },
    robustness: {
      seed: flags.seed ?? file.robustness?.seed ?? defaultRobustness.seed,
      runs: flags.runs ?? file.robustness?.runs ?? defaultRobustness.runs,
    },
    matrix: mistakes.attempt(() => matrixChoice(flags, file)) ?? fullMatrix,
    failOn: flags.failOn ?? file.failOn ?? defaultFailOn,
    allowIncomplete: flags.allowIncomplete ?? false,
    only: flags.only ?? [],
    skip: flags.skip ?? [],
    waivers: file.waivers ?? [],
    exclusions: file.exclusions ?? [],
    outputDirectory: resolve(cwd, flags.out ?? defaultOutputDirectory),
  };
  return { configuration, sources };
}

function milliseconds(seconds: number | undefined): number | null {
  return seconds === undefined ? null : Math.round(seconds * 1000);
}

/** A description of a surface that is not tested would be ignored silently. */
function refuseUnusedDescriptions(
  { openapiAggregator, openapiNews }: Flags,
  tested: Configuration["surfaces"],
  mistakes: Mistakes,
): void {
  for (const [surface, flag] of [
    ["aggregator", openapiAggregator],
    ["news", openapiNews],
  ] as const) {
    if (flag === undefined || tested[surface] !== undefined) continue;
    mistakes.add(
      `--openapi-${surface} describes a surface that is not tested`,
      `Give its base URL with --${surface}-url.`,
    );
  }
}

/**
 * The folder of the configuration file: the base of its relative paths, regardless of the working
 * directory.
 */
function folderOf({ fileName, cwd }: MergeInput): string {
  return fileName === null ? cwd : dirname(resolve(cwd, fileName));
}

/** The certificate authorities of `--ca` or the configuration file, as PEM; null if none are given. */
function certificateAuthorities(input: MergeInput): string | null {
  const { flags, file, fileName, cwd } = input;
  if (flags.ca !== undefined) return readCertificates(resolve(cwd, flags.ca), `--ca ${flags.ca}`);
  const inFile = file.network?.ca;
  if (inFile === undefined) return null;
  return readCertificates(resolve(folderOf(input), inFile), `${fileName}: network.ca ${inFile}`);
}

/** The location of a surface's description; null if none is given. */
function openapiOf(surface: Surface, input: MergeInput): string | null {
  const { flags, file, fileName, cwd } = input;
  const flag = surface === "news" ? flags.openapiNews : flags.openapiAggregator;
  if (flag !== undefined) return parseDescriptionLocation(flag, `--openapi-${surface}`, cwd);
  const inFile = file.surfaces?.[surface]?.openapi;
  if (inFile === undefined || inFile === null) return null;
  const source = `${fileName}: surfaces.${surface}.openapi`;
  return parseDescriptionLocation(inFile, source, folderOf(input));
}

function surfaceOf(
  baseUrl: string,
  openapi: string | null,
  revoke: RevokeHook | null,
  surface: Surface,
  input: MergeInput,
): SurfaceConfiguration {
  const file: FileSurface = input.file.surfaces?.[surface] ?? {};
  const samples = { ...defaultSamples, ...file.samples };
  const isOpen = openapi === null && file.openapi !== null && input.flags.description !== false;
  return {
    baseUrl,
    openapi,
    ...(isOpen && { findDescription: true }),
    description: null,
    parameters: file.parameters ?? {},
    samples: { ...samples, country: samples.country.toLowerCase() },
    revoke,
  };
}

function revokeOf(surface: Surface, input: MergeInput): RevokeHook | null {
  const revoke = input.file.surfaces?.[surface]?.revoke;
  if (revoke === undefined) return null;
  const { keyEnv, command, environment: names = [] } = revoke;
  const source = `surfaces.${surface}.revoke.environment`;
  const environment = variablesFor(names, input.environment, input.lenient, source);
  return { keyEnv, command, environment, folder: folderOf(input) };
}
