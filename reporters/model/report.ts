import type {
  FoundSample,
  Generated,
  Level,
  RecordedExchange,
  Surface,
  Verdict,
  Version,
} from "../../contracts/vocabulary.ts";
import type { Exclusion, Waiver } from "../../contracts/waivers.ts";
import type { DiscoveredRole } from "../../description/discover-roles.ts";
import type { DriftRow } from "../../description/drift.ts";
import type {
  BaselineJudgement,
  Counts,
  ExitCode,
  ExpiredWaiver,
  JudgedResult,
  StaleWaiver,
} from "../verdict/judgement.ts";
import type { ContractCoverage } from "./contract-coverage.ts";
import type { CardPlace } from "./order.ts";
import type { RecordedTraffic, ReportConfiguration } from "./report-configuration.ts";
import type { RequirementCoverage } from "./requirement-coverage.ts";

/** One check as it is written down. */
export type ReportResult = JudgedResult;
export type ReportExchange = Omit<RecordedExchange, "id">;
export type ReportExchanges = Readonly<Record<string, ReportExchange>>;

/** A row of the matrix, with the columns that it has. */
export interface ReportEndpoint extends CardPlace {
  /** `default`, then the newest version first. */
  readonly versions: readonly Version[];
}

/** The earlier report that a run was compared with, and the result. */
export interface ReportBaseline extends BaselineJudgement {
  /** As it was named. */
  readonly file: string;
  readonly digest: string;
  readonly startedAt: string;
  readonly verdict: Verdict;
  /** Why the two reports are not fully comparable. */
  readonly notes: readonly string[];
}

/** The OpenAPI description of a surface, and where it differs from the specification. */
export interface ReportedDescription {
  /** A URL, or a file as it was named. */
  readonly source: string;
  /** The version of OpenAPI that it is written in; null if it could not be read. */
  readonly openapi: string | null;
  /** Why it could not be read; else null. */
  readonly problem: string | null;
  /** The names of roles that were found in it. */
  readonly roles: readonly DiscoveredRole[];
  /** Where the specification, the description and the server do not say the same. */
  readonly drift: readonly DriftRow[];
  /** How many more such members there are. */
  readonly driftLeftOut: number;
}

/** The part of the full matrix that a run did not cover. */
export interface LeftOut {
  /** Number of checks: requirements in cells. */
  readonly checks: number;
  /** Requirements that were judged in no cell, in the order of the register. */
  readonly requirements: readonly string[];
}

/** `report.json`; `report.schema.json` describes it. Every other report is written from this one. */
export interface Report {
  readonly schemaVersion: 1;
  readonly suite: {
    readonly name: string;
    readonly version: string;
    readonly contractsDigest: string;
  };
  /** Base URLs; null if the surface was not tested. */
  readonly target: Readonly<Record<Surface, string | null>> & { readonly embedded: boolean };
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** Requests sent, retries and those for descriptions included. */
  readonly requests: number;
  readonly verdict: Verdict;
  readonly exitCode: ExitCode;
  /** URL of the run, such as the job of a pipeline; null if it has none. */
  readonly runUrl: string | null;
  /** The configuration of the run; null if recorded traffic was judged instead. */
  readonly configuration: ReportConfiguration | null;
  /** Path of the configuration file that was read, from the working directory; null if there was none. */
  readonly configurationFile: string | null;
  /** The recorded traffic that was judged; null if requests were sent. */
  readonly traffic: RecordedTraffic | null;
  readonly partial: boolean;
  /** What a partial run left out of the full matrix; null if nothing, absent in older reports. */
  readonly leftOut?: LeftOut | null;
  readonly interrupted: boolean;
  /** Why the run ended before it had judged everything; null if it did not. */
  readonly ended: string | null;
  readonly failOn: Level;
  readonly allowIncomplete: boolean;
  /** Seed and number of the generated requests; null if no check generated any. */
  readonly generated: Generated | null;
  /** The flags that named the target on the command line, word by word; a command that repeats a check needs them. */
  readonly targetFlags: readonly string[];
  /** The OpenAPI descriptions of the tested surfaces, as far as they are known. */
  readonly descriptions: Readonly<Partial<Record<Surface, ReportedDescription>>>;
  /** null if the run had none. */
  readonly baseline: ReportBaseline | null;
  /** Problems of the whole run, such as that nothing responds. */
  readonly problems: readonly string[];
  /** What was used in place of configured samples that have no hits on this server. */
  readonly samples: readonly FoundSample[];
  readonly staleWaivers: readonly StaleWaiver[];
  readonly expiredWaivers: readonly ExpiredWaiver[];
  /** All of them, each with the number of checks that it named. */
  readonly waivers: readonly (Waiver & { readonly checks: number })[];
  readonly exclusions: readonly (Exclusion & { readonly checks: number })[];
  readonly counts: Counts;
  /** The tested surfaces' endpoints in the order of the specification. */
  readonly endpoints: readonly ReportEndpoint[];
  /** What the answers showed of everything that the contracts allow; absent in older reports. */
  readonly contractCoverage?: ContractCoverage;
  /** In which cells each requirement was judged, and on how many responses; absent in older reports. */
  readonly requirementCoverage?: readonly RequirementCoverage[];
  readonly results: readonly ReportResult[];
  /** Requirements that no client can observe. */
  readonly notTested: readonly {
    readonly requirement: string;
    readonly clause: string;
    readonly reason: string;
  }[];
  /** By id; first those that results name, in their order, then the rest of the run. */
  readonly exchanges: ReportExchanges;
}

/** A report of an earlier run, and the file that it was read from. */
export interface EarlierReport {
  /** As it was named. */
  readonly file: string;
  /** `sha256:…` of the file. */
  readonly digest: string;
  readonly report: Report;
}
