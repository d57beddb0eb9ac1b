import { isObject, type JsonObject, pointerNames, valueAt } from "../../contracts/json.ts";

/**
 * `docs/configuration.md`: every object of the configuration's schema as a section, every member of it as
 * a row.
 */
export function configurationReference(schema: JsonObject): string {
  const titles = new Map<string, readonly string[]>();
  // What several members have in common, such as the samples of both surfaces, is shown once.
  for (const { path, body } of sectionsOf(schema, schema, [])) {
    titles.set(body, [...(titles.get(body) ?? []), ...(path.length === 0 ? [] : [path.join(".")])]);
  }
  const sections = [...titles].flatMap(([body, paths]) => [
    ...(paths.length === 0 ? [] : [`## ${paths.map(code).join(", ")}`]),
    body,
  ]);
  return `${[
    "<!-- Generated from harness/configuration/schema.json by npm run docs:configuration. -->",
    "# The configuration file",
    String(schema.description),
    "`news-conformance init` writes a file to start from. The schema is published as `news-conformance/configuration.schema.json`; editors complete a file that names it in `$schema`. All mistakes in a file are reported together, and nothing is sent. The options of `certify` have the same members: [library.md](library.md).",
    ...sections,
  ].join("\n\n")}\n`;
}

type Path = readonly string[];

/** A schema with what its `$ref` leads to; members beside the reference win. */
function resolved(root: JsonObject, schema: unknown): JsonObject {
  if (!isObject(schema)) return {};
  if (typeof schema.$ref !== "string") return schema;
  const target = valueAt(root, `/${pointerNames(schema.$ref).map(escaped).join("/")}`);
  return { ...resolved(root, target), ...schema };
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

interface Section {
  readonly path: Path;
  readonly body: string;
}

/** The section of an object, if its members are listed, and those of what is in it. */
function sectionsOf(root: JsonObject, schema: JsonObject, path: Path): readonly Section[] {
  const { properties } = schema;
  if (!isObject(properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  const members = Object.entries(properties).map(
    ([name, member]) => [name, resolved(root, member)] as const,
  );
  const rows = members.map(([name, member]) => row(name, member, required.includes(name)));
  const table = ["| member | type | default | meaning |", "| --- | --- | --- | --- |", ...rows];
  // That of the whole is the introduction.
  const text = path.length === 0 ? [] : [String(schema.description)];
  return [
    { path, body: [...text, table.join("\n")].join("\n\n") },
    ...members.flatMap(([name, member]) => {
      if (member.type !== "array") return sectionsOf(root, member, [...path, name]);
      const entry = { ...resolved(root, member.items), description: member.description };
      return sectionsOf(root, entry, [...path, `${name}[]`]);
    }),
  ];
}

function row(name: string, member: JsonObject, isRequired: boolean): string {
  const fallback = isRequired
    ? "required"
    : "default" in member
      ? code(JSON.stringify(member.default))
      : "";
  return `| ${code(name)} | ${typeOf(member)} | ${fallback} | ${cell(String(member.description ?? ""))} |`;
}

const typeNames: Readonly<Record<string, string>> = {
  integer: "whole number",
  array: "list",
};

function typeOf(member: JsonObject): string {
  if (Array.isArray(member.enum)) {
    return member.enum.map((value) => code(JSON.stringify(value))).join(" or ");
  }
  const types = [member.type].flat().map((type) => typeNames[String(type)] ?? String(type));
  return `${types.join(" or ")}${rangeOf(member)}`;
}

function rangeOf({ minimum, maximum, exclusiveMinimum }: JsonObject): string {
  if (exclusiveMinimum !== undefined) return `, above ${exclusiveMinimum}`;
  if (minimum === undefined) return "";
  return maximum === undefined || Number(maximum) >= Number.MAX_SAFE_INTEGER
    ? `, from ${minimum}`
    : `, ${minimum} to ${maximum}`;
}

function code(text: string): string {
  return `\`${cell(text)}\``;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replace(/\s+/g, " ");
}
