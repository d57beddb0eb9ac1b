import { readFileSync } from "node:fs";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";

/**
 * A TLS context that trusts these certificate authorities in addition to those that Node trusts and those of
 * `NODE_EXTRA_CA_CERTS`, which a list given to Node would replace.
 *
 * @param ca PEM
 */
export function secureContext(
  ca: string,
  env: Readonly<Record<string, string | undefined>>,
): SecureContext {
  return createSecureContext({ ca: [...rootCertificates, ...extraCertificates(env), ca] });
}

function extraCertificates({
  NODE_EXTRA_CA_CERTS: file = "",
}: Readonly<Record<string, string | undefined>>): readonly string[] {
  if (file === "") return [];
  try {
    return [readFileSync(file, "utf8")];
  } catch {
    // Node has printed a warning about it.
    return [];
  }
}
