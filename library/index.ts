/** The library: `import { certify } from "news-conformance"`. The exports are a stable interface. */

export type {
  AuthStyle,
  Cell,
  Finding,
  Level,
  Outcome,
  Status,
  Surface,
  Verdict,
} from "../contracts/vocabulary.ts";
export type { Exclusion, Waiver } from "../contracts/waivers.ts";
export { UsageError } from "../harness/settings/usage-error.ts";
export { ReportWriteError } from "../reporters/files/report-write-error.ts";
export type { Report, ReportExchange, ReportResult } from "../reporters/model/report.ts";
export { certify } from "./certification/certify.ts";
export type { CertifyKeys, CertifyOptions } from "./certification/options.ts";
export type { CertifyProgress } from "./certification/progress.ts";
export { failureText, type RenderOptions, renderText } from "./certification/text.ts";
