import { looksOpaque, namesCredential } from "../credentials/credentials.ts";

/** Words that may surround a variable in a header with credentials: `Bearer ${TOKEN}`. */
const schemes = new Set(["apikey", "basic", "bearer", "digest", "key", "negotiate", "token"]);

/**
 * Whether a template of a header contains a credential itself, rather than the name of a variable with
 * it. Every value in a header for credentials counts as one.
 */
export function hasLiteralSecret(header: string, template: string): boolean {
  const words = template
    .replaceAll(/\$\{\w*\}/g, " ")
    .split(/[\s,;:="']+/)
    .filter((word) => word !== "");
  if (words.some(looksOpaque)) return true;
  if (namesCredential(header) === "no") return /(^|\s)(basic|bearer)\s+[^\s$]/i.test(template);
  // A cookie's name precedes its value: `session=${SESSION}`.
  if (template.includes("${")) return false;
  return words.some((word) => !schemes.has(word.toLowerCase()));
}

/** How to write a header without its secret, such as `"x-gate": "${X_GATE}"`. */
export function headerFromVariable(header: string): string {
  const variable = header.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_");
  return `"${header}": "\${${variable}}"`;
}
