// Certifies a target from a script, prints the report and writes its files. Base URLs and keys come from the
// environment: AGGREGATOR_BASE_URL, AGGREGATOR_API_KEY, NEWS_BASE_URL, NEWS_API_KEY.
import { certify, renderText, UsageError } from "news-conformance";

try {
  const report = await certify({
    exclusions: [
      "auth.revoked-key-refused",
      "auth.revocation-immediate",
      "auth.revocation-spares-other-keys",
    ].map((requirement) => ({ requirement, reason: "staging keys cannot be revoked" })),
    outDir: "conformance-report",
    signal: AbortSignal.timeout(5 * 60_000),
  });
  console.log(renderText(report, { color: process.stdout.isTTY }));

  // The report is data: here, how many checks were judged at each endpoint.
  const endpoints = new Map();
  for (const { surface, endpoint } of report.results) {
    const name = `${surface} ${endpoint}`;
    endpoints.set(name, (endpoints.get(name) ?? 0) + 1);
  }
  for (const [name, checks] of endpoints) console.log(`${name}: ${checks} checks`);
  process.exitCode = report.exitCode;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
