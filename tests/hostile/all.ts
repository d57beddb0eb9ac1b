import { appendFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { hostilities } from "./hostilities.ts";
import { type Measured, measure } from "./measure.ts";

/** What any run may take against any server, with `--timeout 2000`. */
const most = { seconds: 90, peakMb: 300 };

const rows: string[] = [];

function row(name: string, when: string, measured: Measured): string {
  const { code, seconds, busySeconds, peakMb, problems } = measured;
  const cells = [
    name.padEnd(46),
    when,
    String(code).padStart(4),
    `${seconds.toFixed(1)} s`.padStart(7),
    `${busySeconds?.toFixed(1) ?? "?"} s busy`.padStart(11),
    `${peakMb?.toFixed(0) ?? "?"} MB`.padStart(8),
  ];
  return [...cells, problems.join("; ")].join("  ");
}

for (const hostility of hostilities) {
  for (const [when, after] of [
    ["at once", 0],
    ["late   ", 40],
  ] as const) {
    // A certificate that nobody trusts lets nothing through before.
    if (hostility.tls === true && after > 0) continue;
    test(`${hostility.name}, ${when.trim()}`, async () => {
      const measured = await measure(hostility, after);
      const line = row(hostility.name, when, measured);
      rows.push(line);
      if (process.env.HOSTILE_TABLE) appendFileSync(process.env.HOSTILE_TABLE, `${line}\n`);
      const right = after === 0 ? (hostility.atOnce ?? [3]) : (hostility.late ?? [1, 3]);
      expect(measured.problems).toEqual([]);
      expect(right).toContain(measured.code);
      expect(measured.seconds).toBeLessThan(most.seconds);
      expect(measured.peakMb ?? 0).toBeLessThan(most.peakMb);
    });
  }
}

afterAll(() => console.log(rows.join("\n")));
