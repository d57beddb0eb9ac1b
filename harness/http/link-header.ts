const parameter = /;\s*([^\s=;,"<>]+)\s*(?:=\s*(?:"([^"]*)"|([^\s",;]*)))?/g;
const link = /<([^<>]*)>((?:\s*;\s*[^\s=;,"<>]+\s*(?:=\s*(?:"[^"]*"|[^\s",;]*))?)*)/g;

/**
 * The targets of the links with a relation in a `Link` header, as they are written (RFC 8288).
 * @param header its values joined with commas
 * @param relation in lower case
 */
export function linkTargets(header: string, relation: string): readonly string[] {
  const targets: string[] = [];
  // A comma inside of <…> or "…" separates nothing.
  for (const [, target = "", parameters = ""] of header.matchAll(link)) {
    // The first relation counts; what looks like one inside of another parameter's text does not.
    const named = [...parameters.matchAll(parameter)];
    const [, , quoted, bare] = named.find(([, name = ""]) => name.toLowerCase() === "rel") ?? [];
    const relations = (quoted ?? bare ?? "").toLowerCase().split(/\s+/);
    if (relations.includes(relation)) targets.push(target.trim());
  }
  return targets;
}
