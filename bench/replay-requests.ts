import { readFileSync } from "node:fs";
import { Agent, type Dispatcher, request } from "undici";
import { isObject } from "../contracts/json.ts";

/**
 * A bare client: sends the requests of a report again, at the same concurrency, parses the bodies, and does
 * nothing else. Words: the report, the number of requests in flight. Keys are those in the environment.
 */

const [file = "", concurrency = "8"] = process.argv.slice(2);
const report: unknown = JSON.parse(readFileSync(file, "utf8"));
const exchanges = isObject(report) && isObject(report.exchanges) ? report.exchanges : {};
const requests = Object.values(exchanges).flatMap((exchange) =>
  isObject(exchange) && isObject(exchange.request) ? [exchange.request] : [],
);

/** The headers of a request, with the keys whose variables a report names instead. */
function headersOf(headers: unknown): Record<string, string> {
  const named = isObject(headers) ? Object.entries(headers) : [];
  return Object.fromEntries(
    named.map(([name, value]) => [
      name,
      String(value).replace(/\$(\w+)/g, (whole, variable) => process.env[variable] ?? whole),
    ]),
  );
}

const dispatcher = new Agent({ connections: Number(concurrency) });
let next = 0;

async function sendInTurn(): Promise<void> {
  for (let one = requests[next++]; one !== undefined; one = requests[next++]) {
    const method = String(one.method) as Dispatcher.HttpMethod;
    const options = { method, headers: headersOf(one.headers), dispatcher };
    const { body } = await request(String(one.url), options);
    const text = await body.text();
    try {
      JSON.parse(text);
    } catch {
      // Some responses have no body.
    }
  }
}

await Promise.all(Array.from({ length: Number(concurrency) }, sendInTurn));
await dispatcher.close();
