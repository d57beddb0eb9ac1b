import type { Report } from "../../reporters/model/report.ts";
import { openCertification } from "./certification.ts";
import { certificationInput } from "./certification-input.ts";
import type { CertifyOptions } from "./options.ts";

/**
 * Judges a target and returns its report, whose `verdict` is the result. The target is at the base URLs
 * of the options or the environment, or the built-in reference server (`target: "reference"`). Prints
 * nothing, writes only to `outDir`, and does not change the exit code or environment of the process.
 *
 * @throws UsageError if the options are wrong, or the target or a key is missing; nothing was sent then
 * @throws ReportWriteError if `outDir` can't be made or earlier reports in it can't be moved, before anything is sent;
 *   or if it can't be written to
 */
export async function certify(options: CertifyOptions = {}): Promise<Report> {
  const started = performance.now();
  const certification = await openCertification({ ...certificationInput(options), started });
  try {
    const { planned } = certification;
    const results = await Promise.all(planned.map((check) => certification.judge(check)));
    return await certification.report(planned, results);
  } finally {
    await certification.close();
  }
}
