/** An element of a parsed document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Own text, decoded. */
  readonly text: string;
}

interface Open {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

const entities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};

function decode(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

/**
 * Reads XML that has no comments, CDATA or document type, as ours. The library that writes it can't
 * check it: its reader leaves entities as they are. That it is well formed is xmllint's judgement.
 */
export function parseXml(xml: string): XmlElement {
  const root: Open = { name: "", attributes: {}, children: [], text: "" };
  const stack = [root];
  for (const [token, tag] of xml.replace(/^<\?.*?\?>/, "").matchAll(/<([^>]*)>|[^<]+/g)) {
    const top = stack.at(-1);
    if (top === undefined) throw new Error("more tags are closed than were opened");
    if (tag === undefined) top.text += decode(token);
    else if (tag.startsWith("/")) stack.pop();
    else {
      const element: Open = {
        name: /^[\w-]+/.exec(tag)?.[0] ?? "",
        attributes: {},
        children: [],
        text: "",
      };
      for (const [, name = "", value = ""] of tag.matchAll(/([\w-]+)="([^"]*)"/g)) {
        element.attributes[name] = decode(value);
      }
      top.children.push(element);
      if (!tag.endsWith("/")) stack.push(element);
    }
  }
  const [document] = root.children;
  if (document === undefined) throw new Error("no element");
  return document;
}

export function childrenNamed(
  element: XmlElement | undefined,
  name: string,
): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}
