import { type Asked, forever, type Hostility, instead, withMembers, write } from "./hostility.ts";

/** Rightly answered, apart from the description that is found below the base URL. */
function described(answer: Hostility["answer"]): Hostility["answer"] {
  return async (asked) => {
    if (asked.path.includes("/openapi")) return answer(asked);
    const { status, headers, body } = await asked.right();
    write(asked, status, headers, body);
  };
}

/** Nothing is hostile in what is judged besides. */
const judged = { isDescribed: true, atOnce: [0, 1, 3], late: [0, 1, 3] } as const;

type Schema = Readonly<Record<string, unknown>>;

/** The paths of the right description, whose responses all have another schema. */
function withSchema(schema: Schema, schemas: Readonly<Record<string, Schema>> = {}) {
  return described(async (asked) => {
    const right = await asked.right();
    if (right.status !== 200) return write(asked, right.status, right.headers, right.body);
    const document = JSON.parse(right.body.toString());
    for (const item of Object.values<Schema>(document.paths)) {
      const get = item.get as { responses: unknown } | undefined;
      const content = { "application/json": { schema } };
      const response = { description: "d", content };
      if (get !== undefined) get.responses = { 200: response, 400: response, 401: response };
    }
    document.components = { ...document.components, schemas };
    write(asked, 200, {}, JSON.stringify(document));
  });
}

/** A schema for each of as many texts, which every response has in a member of its own. */
function withTexts(schemas: readonly Schema[], text: string): Hostility["answer"] {
  const description = withSchema({ properties: { texts: { prefixItems: schemas } } });
  const members = `"texts":${JSON.stringify(schemas.map(() => text))}`;
  const others = instead((right) => withMembers(right, members));
  return (asked) => (asked.path.includes("/openapi") ? description(asked) : others(asked));
}

const many = (count: number) => Array.from({ length: count }, (_, index) => index);
const named = (count: number, value: unknown) =>
  Object.fromEntries(many(count).map((index) => [`m${index}`, value]));
const own = { $ref: "#/components/schemas/S" };
const text = (body: string | Uint8Array, type = "application/json") =>
  described((asked) => write(asked, 200, { "content-type": type }, body));
const minimal = (more: string) =>
  `{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}${more}}`;

function redirected(location: (asked: Asked) => string): Hostility["answer"] {
  return described((asked) => write(asked, 302, { location: location(asked) }, ""));
}

const aliases = many(9).map(
  (level) => `a${level + 1}: &a${level + 1} [${many(9).map(() => `*a${level}`)}]`,
);

export const hostileDescriptions: readonly Hostility[] = [
  {
    name: "a description that never ends",
    ...judged,
    answer: described(({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n");
      forever(socket, " ".repeat(65_536));
    }),
  },
  {
    name: "a description byte by byte",
    ...judged,
    answer: described(({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n");
      forever(socket, " ", 100);
    }),
  },
  {
    name: "a description that redirects to itself",
    ...judged,
    answer: redirected(({ path }) => path),
  },
  {
    name: "a description that redirects elsewhere",
    ...judged,
    answer: redirected(() => "http://169.254.1.1/\u001b[31m"),
  },
  {
    name: "a description with references without end",
    ...judged,
    answer: described((asked) => {
      write(
        asked,
        200,
        {},
        minimal(`,"x":[${many(40).map((one) => `{"$ref":"openapi-${asked.nth}-${one}.json"}`)}]`),
      );
    }),
  },
  {
    name: "a description with invalid UTF-8",
    ...judged,
    answer: text(
      Buffer.from([
        ...Buffer.from(minimal("").slice(0, -1)),
        0x2c,
        0x22,
        0xff,
        0xc0,
        0x22,
        0x3a,
        0x31,
        0x7d,
      ]),
    ),
  },
  {
    name: "a description in UTF-16",
    ...judged,
    answer: text(Buffer.from(`\ufeff${minimal("")}`, "utf16le")),
  },
  {
    name: "a description in YAML with aliases that multiply",
    ...judged,
    answer: text(["openapi: 3.1.0", "a0: &a0 [x]", ...aliases].join("\n"), "application/yaml"),
  },
  {
    name: "a description in YAML with a million lines",
    ...judged,
    answer: text(`openapi: 3.1.0\nx:\n${" - a\n".repeat(390_000)}`, "application/yaml"),
  },
  {
    name: "a description in YAML that is flow only",
    ...judged,
    answer: text(`openapi: 3.1.0\nx: ${"[".repeat(500_000)}`, "application/yaml"),
  },
  {
    name: "a description in YAML with anchors only",
    ...judged,
    answer: text(
      `openapi: 3.1.0\nx:\n${many(90_000)
        .map((one) => ` - &a${one} b`)
        .join("\n")}`,
      "application/yaml",
    ),
  },
  {
    name: "a description in YAML with merged maps",
    ...judged,
    answer: text(
      `openapi: 3.1.0\nb: &b {${many(4_000).map((one) => `k${one}: 1`)}}\nx:\n${" - <<: *b\n".repeat(20_000)}`,
      "application/yaml",
    ),
  },
  {
    name: "a description that is very deep",
    ...judged,
    answer: text(minimal(`,"x":${"[".repeat(500_000)}${"]".repeat(500_000)}`)),
  },
  {
    name: "a description with members of prototypes",
    ...judged,
    answer: text(
      minimal(
        `,"__proto__":{"paths":{"/ping":1}},"constructor":{"prototype":1},"components":{"__proto__":{"schemas":null}}`,
      ),
    ),
  },
  {
    name: "a description with thousands of forms",
    ...judged,
    answer: withSchema({ oneOf: many(1_000).map((one) => ({ required: [`x${one}`] })) }),
  },
  {
    name: "a description with thousands of patterns",
    ...judged,
    answer: withSchema({
      patternProperties: Object.fromEntries(many(300).map((one) => [`^(a|b){0,${one}}c`, {}])),
    }),
  },
  {
    name: "a description with patterns whose repetitions multiply, and long texts for them",
    ...judged,
    answer: withTexts(
      many(20).map((one) => ({ pattern: `^(((${"(a|b|c)?"}){9}){9}){${one + 1}}d$` })),
      "abc".repeat(3_333),
    ),
  },
  {
    name: "a description with thousands of schemas",
    ...judged,
    answer: withSchema({ allOf: many(1_900).map((one) => ({ not: { required: [`x${one}`] } })) }),
  },
  {
    name: "a description whose schemas multiply",
    ...judged,
    answer: withSchema(own, {
      S: { allOf: many(300).map(() => ({ additionalProperties: own, items: own })) },
    }),
  },
  {
    name: "a description that fits no response",
    ...judged,
    answer: withSchema({
      allOf: many(1_500).map((one) => ({ additionalProperties: { const: one } })),
    }),
  },
  {
    name: "a description with members that no response has",
    ...judged,
    answer: withSchema({ required: many(4_900).map((one) => `member_${one}`) }),
  },
  {
    name: "a description with forms whose members no response has",
    ...judged,
    answer: withSchema({
      oneOf: many(50).map((form) => ({ required: many(90).map((one) => `m${form}-${one}`) })),
    }),
  },
  {
    name: "a description with thousands of parameters",
    ...judged,
    answer: described(async (asked) => {
      const right = await asked.right();
      if (right.status !== 200) return write(asked, right.status, right.headers, right.body);
      const document = JSON.parse(right.body.toString());
      for (const item of Object.values<{ get?: { parameters: unknown } }>(document.paths)) {
        const parameters = many(1_000).map((one) => ({
          name: `p${one}-query-country-date`,
          in: "query",
          description: "search query text country language date from to ".repeat(2),
          schema: { type: "string" },
        }));
        if (item.get !== undefined) item.get.parameters = parameters;
      }
      write(asked, 200, {}, JSON.stringify(document));
    }),
  },
  {
    name: "a description with long texts",
    ...judged,
    answer: text(
      minimal(
        `,"paths":{"/ping":{"get":{"description":"${"at at ".repeat(80_000)}","responses":{"200":{"description":"${"\\u001b[31m".repeat(80_000)}"}}}}}`,
      ),
    ),
  },
  {
    name: "a description with many servers",
    ...judged,
    answer: text(
      minimal(
        `,"servers":${JSON.stringify(many(4_900).map((one) => ({ url: `https://x.test/${"/".repeat(100)}${one}` })))}`,
      ),
    ),
  },
  {
    name: "a description with members beyond all names",
    ...judged,
    answer: text(
      minimal(`,"components":${JSON.stringify(named(4_900, { "\u001b[31m\u202e": "\u0000" }))}`),
    ),
  },
];
