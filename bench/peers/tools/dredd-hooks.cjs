// Replaces the transactions that Dredd makes of a document by those of the request list, with the schemas of the
// document, which Dredd does not use where there are examples. PEERS_TRANSACTIONS is the file written by dredd.ts.
const { readFileSync } = require("node:fs");
const hooks = require("hooks");

const { listed, definitions } = JSON.parse(readFileSync(process.env.PEERS_TRANSACTIONS, "utf8"));

hooks.beforeAll((transactions, done) => {
  const [template] = transactions;
  const made = listed.map(({ name, path, headers, status, schemas }) => ({
    ...template,
    name,
    id: name,
    fullPath: path,
    request: {
      ...template.request,
      uri: path,
      headers: { accept: "application/json", ...headers },
    },
    expected: { headers: { "content-type": "application/json" }, statusCode: String(status) },
    schemas,
  }));
  transactions.splice(0, transactions.length, ...made);
  done();
});

hooks.beforeEachValidation((transaction, done) => {
  const { expected, real, schemas } = transaction;
  const status = String(real.statusCode);
  // Any refusal is as good as another where the specification does not state which.
  if (expected.statusCode === "4xx" && /^4\d\d$/.test(status)) expected.statusCode = status;
  // Compared as text otherwise, with its parameters.
  const type = real.headers["content-type"] ?? "";
  if (/^application\/json *(;|$)/i.test(type)) expected.headers["content-type"] = type;
  const schema = schemas[status] ?? schemas.default;
  expected.bodySchema = JSON.stringify({
    $schema: "http://json-schema.org/draft-07/schema#",
    definitions,
    ...schema,
  });
  done();
});
