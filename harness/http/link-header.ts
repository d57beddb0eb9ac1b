const parameter = /;\s*([^\s=;,"<>]+)\s*(?:=\s*(?:"([^"]*)"|([^\s",;]*)))?/g;
const link = /<([^<>]*)>((?:\s*;\s*[^\s=;,"<>]+\s*(?:=\s*(?:"[^"]*"|[^\s",;]*))?)*)/g;

/**
 * The targets of the links with a given relation in a `Link` header, unresolved (RFC 8288).
 * @param header its values joined with commas
 * @param relation in lower case
 */
export function linkTargets(header: string, relation: string): readonly string[] {
  const targets: string[] = [];
  // A comma inside <…> or "…" is not a separator.
  for (const [, target = "", parameters = ""] of header.matchAll(link)) {
    // Only the first `rel` counts, and not text that looks like one inside another parameter.
    const named = [...parameters.matchAll(parameter)];
    const [, , quoted, bare] = named.find(([, name = ""]) => name.toLowerCase() === "rel") ?? [];
    const relations = (quoted ?? bare ?? "").toLowerCase().split(/\s+/);
    if (relations.includes(relation)) targets.push(target.trim());
  }
  return targets;
}
