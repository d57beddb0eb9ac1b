import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { measured } from "./child.ts";
import { startExternalServer } from "./external-server.ts";
import { median } from "./median.ts";

const concurrency = 8;
const rounds = 3;
const aim = 2;

/**
 * A whole run against a server of another process, over a bare client that sends the same requests and
 * parses the bodies: in wall time, and in processor time, which depends less on what else the machine does.
 */
export async function benchExternalRun(folder: string, cli: string): Promise<void> {
  const { config, env, close } = await startExternalServer(folder, concurrency);
  const out = join(folder, "external");
  const options = { cwd: folder, env };
  const run = ["run", "--quiet", "--allow-incomplete", "--config", config, "--out", out];
  const replay = fileURLToPath(new URL("replay-requests.js", import.meta.url));
  const report = join(out, "report.json");
  await measured([cli, ...run], options);
  const wall: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ours = await measured([cli, ...run], options);
    const floor = await measured([replay, report, String(concurrency)], options);
    wall.push(ours.seconds / floor.seconds);
    cpu.push(ours.cpuSeconds / floor.cpuSeconds);
  }
  await close();
  console.log(
    `run against an external server / bare replay of its requests: ${median(wall).toFixed(2)} (aim: at most ${aim}), in processor time: ${median(cpu).toFixed(2)}`,
  );
}
