// What the outputs of action.yml are, from the report.

/**
 * @typedef {object} Report what this file reads of `report.json`
 * @property {string} verdict
 * @property {number} requests
 * @property {{ must: Record<string, number>, should: Record<string, number> }} counts
 */

/**
 * @param {Report} report
 * @param {{ readonly folder: string, readonly comment: string }} paths absolute; an empty one is absent
 * @returns {Record<string, string>}
 */
export function outputsOf({ verdict, requests, counts }, { folder, comment }) {
  return {
    verdict,
    requests: String(requests),
    counts: JSON.stringify(counts),
    failed: String(counts.must.fail ?? 0),
    warned: String(counts.should.warn ?? 0),
    report: folder,
    comment,
  };
}

/**
 * The lines for `$GITHUB_OUTPUT`. The delimiter cannot be guessed, so a value cannot end itself and continue as
 * another output.
 *
 * @param {Readonly<Record<string, string>>} outputs
 * @param {string} delimiter
 */
export function outputLines(outputs, delimiter) {
  return Object.entries(outputs)
    .map(([name, value]) => `${name}<<${delimiter}\n${value}\n${delimiter}\n`)
    .join("");
}
