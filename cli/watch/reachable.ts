import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Report } from "../../reporters/model/report.ts";

const everyMs = 200;

/** Whether a server refused connections during a run, as it does while it is being restarted. */
export function wasDown({ exchanges }: Pick<Report, "exchanges">): boolean {
  return Object.values(exchanges).some(({ failure }) => failure?.kind === "refused");
}

/** Waits until every server accepts connections again, or the signal is aborted. */
export async function untilUp(baseUrls: readonly string[], signal: AbortSignal): Promise<void> {
  for (const baseUrl of baseUrls) {
    const { hostname, port, protocol } = new URL(baseUrl);
    const at = {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || (protocol === "https:" ? 443 : 80),
    };
    while (!signal.aborted && !(await accepts(at))) {
      await wait(everyMs, undefined, { signal }).catch(() => {});
    }
  }
}

function accepts(at: { readonly host: string; readonly port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ ...at, timeout: 2000 });
    const end = (isUp: boolean) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once("connect", () => end(true));
    socket.once("timeout", () => end(false));
    socket.once("error", () => end(false));
  });
}
