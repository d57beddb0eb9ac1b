import { shellQuote } from "../../contracts/shell-quote.ts";
import { type CredentialHeader, credentialHeaders } from "../requests/credential-header.ts";
import { keyExpression, unknownKeyValue } from "../requests/key-names.ts";
import { describeRequest } from "../requests/request.ts";
import type { RequestSpec } from "../requests/request-spec.ts";
import type { SurfaceConfiguration } from "../settings/types.ts";

/** Makes no difference to a server. */
const leftOut = new Set(["user-agent"]);

/**
 * A command line for a POSIX shell that repeats a request. Keys and the values of configured headers
 * appear as variables that the shell expands; it contains no secret.
 *
 * @param extraHeaders names of the headers that the configuration adds; the value of `x-some-gate`
 *   is `$X_SOME_GATE`
 */
export function curlLine(
  spec: RequestSpec,
  surface: SurfaceConfiguration,
  extraHeaders: readonly string[],
): string {
  const request = describeRequest(spec, surface, extraHeaders);
  const credentials = new Map(credentialHeaders(spec.credential).map((one) => [one.name, one]));
  const extras = new Set(extraHeaders);
  const words = [spec.negotiation === undefined ? "curl -sSi --compressed" : "curl -sSi"];
  // Without a header, curl accepts any media type.
  if (request.headers.accept === undefined) words.push("-H 'accept:'");
  // It also names itself.
  if (request.headers["user-agent"] === undefined) words.push("-H 'user-agent:'");
  // With `-X HEAD` curl would wait for a body that never comes.
  if (request.method === "HEAD") words.push("--head");
  else if (request.method !== "GET") words.push(`-X ${request.method}`);
  // HTTP/2 has lower-case names only, so the tested spelling would be lost.
  const tested = [...credentials.keys(), spec.versionHeader ?? ""];
  if (tested.some((name) => name !== name.toLowerCase())) {
    words.push("--http1.1");
  }
  for (const [name, value] of Object.entries(request.headers)) {
    if (leftOut.has(name)) continue;
    // That is what --compressed sends.
    if (name === "accept-encoding" && spec.negotiation === undefined) continue;
    const credential = credentials.get(name);
    if (credential !== undefined) words.push(credentialWords(credential, spec, surface));
    else if (extras.has(name)) words.push(`-H "${name}: $${headerVariable(name)}"`);
    else words.push(headerWords(name, value));
  }
  words.push(quote(request.url));
  return words.join(" ");
}

/** The shell variable that stands for the value of a configured header. */
export function headerVariable(name: string): string {
  return name
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "_")
    .replace(/^(?=\d)/, "_");
}

function credentialWords(
  header: CredentialHeader,
  spec: RequestSpec,
  surface: SurfaceConfiguration,
): string {
  if (header.kind === "literal") return headerWords(header.name, header.value);
  const key =
    header.key === "unknown" ? null : keyExpression(spec.surface, header.key, surface.revoke);
  if (header.basic) {
    const both = `${unknownKeyValue}:${unknownKeyValue}`;
    return key === null ? `-u ${quote(both)}` : `-u "${key}:${key}"`;
  }
  return key === null
    ? headerWords(header.name, header.scheme + unknownKeyValue)
    : `-H "${header.name}: ${header.scheme}${key}"`;
}

function headerWords(name: string, value: string): string {
  // To curl, `name:` means "omit this header" and `name;` means "send it empty".
  return `-H ${quote(value.trim() === "" ? `${name};` : `${name}: ${value}`)}`;
}

/**
 * Quotes any text as one word for a POSIX shell. Characters other than printable ASCII are written byte
 * by byte, as headers are sent; no URL contains any.
 */
function quote(text: string): string {
  if (/^[ -~]*$/.test(text)) return shellQuote(text);
  const escaped = text.replaceAll("%", "%%").replace(/[^ -~]|['"\\]/g, (character) => {
    return `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;
  });
  return `"$(printf '${escaped}')"`;
}
