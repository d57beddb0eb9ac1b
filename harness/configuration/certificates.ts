import { X509Certificate } from "node:crypto";
import { UsageError } from "../settings/usage-error.ts";
import { readText } from "./file.ts";

const begin = "-----BEGIN CERTIFICATE-----";

/**
 * The certificates of a PEM file.
 *
 * @param source where the file is named, for messages
 * @throws UsageError if it can't be read or contains none, or one that is not valid
 */
export function readCertificates(path: string, source: string): string {
  const text = readText(path, `file of ${source}`);
  const certificates = text.split(begin).slice(1);
  if (certificates.length === 0) {
    throw new UsageError(
      `${source} contains no certificate`,
      `It must be a PEM file: text that contains ${begin}.`,
    );
  }
  for (const [index, certificate] of certificates.entries()) {
    try {
      new X509Certificate(begin + certificate);
    } catch {
      throw new UsageError(`certificate ${index + 1} of ${source} is not valid`);
    }
  }
  return text;
}
