import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readHarFile } from "../../../harness/har/har-file.ts";
import { UsageError } from "../../../harness/settings/usage-error.ts";
import type { FuzzedReader } from "../fuzzed-reader.ts";
import { entryOf, judgeEntries } from "../judged-traffic.ts";

export const har: FuzzedReader = {
  name: "har",
  async seeds() {
    const body = Buffer.from(
      '{"metadata":{"id":"1","timestamp":"2026-09-01T10:00:00Z","took_ms":1},"parameters":{},"topics":[]}',
    );
    const entries = [
      entryOf("/news/info/topics", "2026-08-01", body),
      entryOf("/news/ping", "2026-08-01", Buffer.from("{}")),
    ];
    return [Buffer.from(JSON.stringify({ log: { version: "1.2", entries } }))];
  },
  async read(input) {
    const folder = mkdtempSync(join(tmpdir(), "fuzz-"));
    try {
      writeFileSync(join(folder, "fuzzed.har"), input);
      await judgeEntries(readHarFile(join(folder, "fuzzed.har")));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
