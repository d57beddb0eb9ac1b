import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";

/** A service of a Compose file, as far as the examples use it. */
export interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly command?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly user?: string;
  readonly profiles?: readonly string[];
}

/** How a service runs on this machine instead of in a container. */
export interface Host {
  /** The words of its image's ENTRYPOINT and CMD. */
  readonly start: readonly string[];
  /** Folder that stands for the working directory of the image. */
  readonly folder: string;
  /** Addresses and ports of the file and those of this machine, which replace them one after the other. */
  readonly addresses: readonly (readonly [from: string, to: string])[];
}

/** Replaces `${NAME:-default}` as Compose does where no variable is set. */
export function withDefaults(text: string): string {
  return text.replaceAll(/\$\{\w+:-([^}]*)\}/g, "$1");
}

const replaced = (text: string, { addresses }: Host): string =>
  addresses.reduce((all, [from, to]) => all.replaceAll(from, to), text);

function environmentOf({ environment }: Service, host: Host): Readonly<Record<string, string>> {
  const entries = Object.entries(environment).map(([name, value]) => [
    name,
    replaced(withDefaults(value), host),
  ]);
  return { PATH: process.env.PATH ?? "", ...Object.fromEntries(entries) };
}

/** The words with which the container starts. */
function wordsOf({ command }: Service, host: Host): readonly string[] {
  return [...host.start, ...(command ?? [])].map((word) => replaced(word, host));
}

/** A service that goes on. */
export interface Started {
  readonly child: ChildProcess;
  readonly host: Host;
  /** The first of its ports. */
  readonly port: number;
}

/**
 * Starts a service that goes on, and waits until its healthcheck succeeds.
 *
 * @param ports how many it uses, one after the other
 * @param hostAt where it runs, by its first port
 * @throws if it ends before
 */
export async function startHealthy(
  service: Service,
  ports: number,
  hostAt: (port: number) => Host,
): Promise<Started> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePorts(ports);
    const host = hostAt(port);
    const [program = "", ...words] = wordsOf(service, host);
    const env = environmentOf(service, host);
    const child = spawn(program, words, { cwd: host.folder, env, stdio: "ignore" });
    try {
      await healthy(service, host, child);
      return { child, host, port };
    } catch (error) {
      // Another process may have taken the port.
      if (attempt === 5) throw error;
    }
  }
}

/** Runs a service that ends. */
export function run(service: Service, host: Host): Promise<{ code: number; said: string }> {
  const [program = "", ...words] = wordsOf(service, host);
  return finished(program, words, { cwd: host.folder, env: environmentOf(service, host) });
}

async function healthy(service: Service, host: Host, child: ChildProcess): Promise<void> {
  const [kind, program = "", ...words] = service.healthcheck?.test ?? [];
  if (kind !== "CMD") throw new Error("there is no healthcheck");
  const options = { cwd: host.folder, env: environmentOf(service, host) };
  const all = words.map((word) => replaced(word, host));
  while ((await finished(program, all, options)).code !== 0) {
    if (child.exitCode !== null) throw new Error(`the service has ended with ${child.exitCode}`);
  }
}

/** Stops a service as a container engine does. */
export async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  return child.exitCode;
}

function finished(
  program: string,
  words: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<{ code: number; said: string }> {
  return new Promise((done) => {
    const child = execFile(program, words, options, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? -1, said: stdout + stderr }),
    );
  });
}

/** A port that is free, and the next `count - 1` as well. */
async function freePorts(count: number): Promise<number> {
  const listen = async (port: number) => {
    const server = createServer().listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  };
  for (;;) {
    const first = await listen(0);
    const { port } = first.address() as AddressInfo;
    const more = await Promise.allSettled(
      Array.from({ length: count - 1 }, (_, index) => listen(port + index + 1)),
    );
    const others = more.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    for (const server of [first, ...others]) server.close();
    if (others.length === count - 1) return port;
  }
}
