import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { command } from "./command.ts";

/** Recorded traffic as a browser writes it, and `check-har` on it. */

export const host = "https://api.example/news";
const recordedAt = "2026-09-01T10:00:00.000Z";

/** What an entry differs in from an answered ping. */
export interface EntryParts {
  readonly path?: string;
  readonly method?: string;
  readonly status?: number;
  readonly sent?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: object;
  readonly body?: unknown;
  readonly more?: object;
}

const named = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** The body of a ping. */
export const pong = {
  id: "1",
  message: "pong",
  version: "2026-08-01",
  timestamp: Date.parse(recordedAt),
};

/** One entry as a browser writes it, with what differs. */
export function entry(given: EntryParts = {}): object {
  const { path = `${host}/ping`, body = pong, status = 200, more = {} } = given;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    startedDateTime: recordedAt,
    time: 12,
    request: {
      method: given.method ?? "GET",
      url: path,
      headers: named({ accept: "*/*", "api-version": "2026-08-01", ...given.sent }),
    },
    response: {
      status,
      headers: named({ "content-type": "application/json", ...given.headers }),
      content: given.content ?? { size: text.length, mimeType: "application/json", text },
    },
    ...more,
  };
}

function write(cwd: string, entries: readonly unknown[], name = "traffic.har"): void {
  writeFileSync(join(cwd, name), JSON.stringify({ log: { version: "1.2", entries } }));
}

function reportIn(cwd: string) {
  return JSON.parse(readFileSync(join(cwd, "conformance-report/report.json"), "utf8"));
}

/** Writes a HAR file, checks it, and reads the report. */
export async function check(cwd: string, entries: readonly unknown[], ...words: readonly string[]) {
  write(cwd, entries);
  const ended = await command(["check-har", "traffic.har", ...words], { cwd });
  const folder = join(cwd, "conformance-report");
  return { ...ended, report: existsSync(folder) ? reportIn(cwd) : null };
}

/** A `metadata` object that is right. */
export const metadata = {
  id: "8c1f0a2e-4a54-4d0b-9a0e-0f4f5f5f5f5f",
  took_ms: 3,
  timestamp: recordedAt,
};
