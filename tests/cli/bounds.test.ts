import { readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { describe, expect, test } from "vitest";
import { selfSigned } from "../harness/self-signed.ts";
import { command, inFolder } from "./command.ts";
import { listening } from "./target.ts";

const keys = { AGGREGATOR_API_KEY: "bk_aggregator-own", NEWS_API_KEY: "bk_news-own" };
const pong = JSON.stringify({ id: "1", message: "pong", version: "2026-08-01", timestamp: 1 });

interface Written {
  readonly problems: readonly string[];
  readonly ended: string | null;
  readonly results: readonly { readonly status: string; readonly message: string }[];
}

function reportIn(cwd: string): Written {
  return JSON.parse(readFileSync(join(cwd, "conformance-report", "report.json"), "utf8"));
}

test("after its maximum duration a run sends nothing more, and says so", async () => {
  await listening(
    (_request, answer) => void setTimeout(() => answer.end(pong), 20),
    (url) =>
      inFolder(async (cwd) => {
        const words = ["run", "--news-url", url, "--no-description", "--max-duration", "0.001"];
        const { code, stdout } = await command(words, { cwd, environment: keys });
        // What was under way is judged.
        expect([1, 3]).toContain(code);
        const reason = "the run took longer than its maximum duration of 0.001 s (--max-duration)";
        expect(stdout.replace(/\s+/g, " ")).toContain(reason);
        const { ended, problems, results } = reportIn(cwd);
        expect(results.filter(({ message }) => message === reason).length).toBeGreaterThan(100);
        expect(ended).toBe(reason);
        expect(problems).toContain(reason);
      }),
  );
});

test.each(["HTTP_PROXY", "https_proxy"])("%s without a URL is a usage error", async (name) => {
  await inFolder(async (cwd) => {
    const words = ["run", "--news-url", "http://127.0.0.1:9"];
    const environment = { ...keys, [name]: "no url: s3cret" };
    const { code, stderr } = await command(words, { cwd, environment });
    expect(code).toBe(2);
    expect(stderr).toContain(`${name} is not an http or https URL`);
    expect(stderr).not.toContain("s3cret");
  });
});

/** A certificate of an authority that signed nothing here: any one that Node itself trusts. */
const [another = ""] = rootCertificates;

/** A run against a server whose certificate nobody trusts. */
async function overTls(
  more: readonly string[],
  use: (written: Written, stdout: string, cwd: string) => void,
  environment: Readonly<Record<string, string>> = {},
): Promise<void> {
  const server = createServer(selfSigned, (_request, answer) => void answer.end(pong));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  try {
    await inFolder(async (cwd) => {
      writeFileSync(join(cwd, "ca.pem"), selfSigned.cert);
      const url = `https://localhost:${port}`;
      const words = ["run", "--news-url", url, "--no-description", "--only", "ping.*", ...more];
      writeFileSync(join(cwd, "other.pem"), another);
      const { stdout } = await command(words, { cwd, environment: { ...keys, ...environment } });
      use(reportIn(cwd), stdout, cwd);
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("a certificate that is not trusted blocks everything", async () => {
  await overTls([], ({ problems }) => expect(problems.join()).toContain("TLS with localhost"));
});

test("a certificate authority of --ca is trusted", async () => {
  await overTls(["--ca", "ca.pem"], ({ problems, results }) => {
    expect(problems.join()).not.toMatch(/TLS|certificate/);
    expect(results.some(({ status }) => status === "pass")).toBe(true);
  });
});

test("beside one of --ca, those of NODE_EXTRA_CA_CERTS are trusted, and no others", async () => {
  const use =
    (isTrusted: boolean) =>
    ({ problems, results }: Written) => {
      expect(problems.join().includes("TLS with localhost")).toBe(!isTrusted);
      expect(results.some(({ status }) => status === "pass")).toBe(isTrusted);
    };
  await overTls(["--ca", "other.pem"], use(false));
  await overTls(["--ca", "other.pem"], use(true), { NODE_EXTRA_CA_CERTS: "ca.pem" });
});

test("--allow-insecure-tls accepts any certificate, and the reports say so", async () => {
  await overTls(["--allow-insecure-tls"], ({ problems, results }, stdout, cwd) => {
    const notice = "certificates were not verified (--allow-insecure-tls)";
    expect(results.some(({ status }) => status === "pass")).toBe(true);
    expect(problems.join()).toContain(notice);
    expect(stdout.replace(/\s+/g, " ")).toContain(notice);
    for (const name of ["report.md", "report.html", "junit.xml", "ctrf.json"]) {
      expect(readFileSync(join(cwd, "conformance-report", name), "utf8")).toContain(notice);
    }
  });
});

test.each([
  ["nothing.pem", null, "nothing.pem"],
  ["empty.pem", "no certificate", "contains no certificate"],
  ["broken.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", "is not valid"],
] as const)("--ca %s is a usage error", async (name, text, said) => {
  await inFolder(async (cwd) => {
    if (text !== null) writeFileSync(join(cwd, name), text);
    const words = ["run", "--news-url", "http://127.0.0.1:9", "--ca", name];
    const { code, stderr } = await command(words, { cwd, environment: keys });
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  });
});

// Windows has no such devices.
describe.skipIf(process.platform === "win32")("a file that never ends is a usage error", () => {
  test.each(["--ca", "--env-file"])("of %s", async (flag) => {
    await inFolder(async (cwd) => {
      symlinkSync("/dev/zero", join(cwd, "endless"));
      const words = ["run", "--news-url", "http://127.0.0.1:9", flag, "endless"];
      const { code, stderr } = await command(words, { cwd, environment: keys });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining("not a regular file"),
      });
    });
  });

  test.each(["--ca", "--env-file"])("nor is one of more than 8 MB read, of %s", async (flag) => {
    await inFolder(async (cwd) => {
      writeFileSync(join(cwd, "large"), "");
      truncateSync(join(cwd, "large"), 8 * 2 ** 20 + 1);
      const words = ["run", "--news-url", "http://127.0.0.1:9", flag, "large"];
      const { code, stderr } = await command(words, { cwd, environment: keys });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining("the limit is 8 MB"),
      });
    });
  });
});
