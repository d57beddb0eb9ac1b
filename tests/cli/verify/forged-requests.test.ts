import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Report } from "../../../reporters/model/report.ts";
import { command, inFolder } from "../command.ts";
import { listening } from "../target.ts";
import { type Tampered, verified } from "./folder.ts";
import { createForgery, type Forgery } from "./forgery.ts";

let forgery: Forgery;
beforeAll(async () => {
  forgery = await createForgery();
});
afterAll(() => forgery.remove());

type Exchange = {
  -readonly [Name in keyof Report["exchanges"][string]]: Report["exchanges"][string][Name];
};

const all = (change: (exchange: Exchange) => void) => (report: Tampered) => {
  for (const exchange of Object.values<Exchange>(report.exchanges)) change(exchange);
};
const within = (text: string, placeholder: string, from: number, end: number) =>
  text.slice(0, from) + placeholder + text.slice(end);

describe("a command that a reader pastes is that of its request", () => {
  const cases: Readonly<Record<string, (curl: string) => string>> = {
    "a command in a placeholder": (curl) =>
      within(curl, "[redacted header x;touch PWNED;#]", 5, -1),
    "a command in quotation marks in a placeholder": (curl) =>
      within(curl, "[redacted header ' ; touch PWNED ; echo ']", 12, -1),
    "a placeholder for most of the line": (curl) => within(curl, "[part of a secret]", 5, -1),
    "a placeholder for a flag": (curl) => curl.replace("--compressed", "[part of a secret]"),
    "a variable for the URL": (curl) => curl.replace(/'http[^']*'/, "$PWNED"),
    "a placeholder of a header that was not configured": (curl) =>
      curl.replace(/127\.0\.0\.1:\d+/, "[redacted header x-gate]"),
    "another host": (curl) => curl.replace(/127\.0\.0\.1/, "evil.example"),
    "a word more": (curl) => `${curl} 'http://evil.example'`,
    "another command behind it": (curl) => `${curl}; touch PWNED`,
  };
  test.each(Object.entries(cases))("%s", async (_, change) => {
    const differences = await forgery.saidOf(
      all((exchange) => {
        const { curl } = exchange;
        exchange.curl = change(curl);
        if (exchange.curl === curl) exchange.curl = `${curl} -v`;
      }),
    );
    expect(differences).toMatch(/exchange x\w+: its curl command does not match its request/);
  });

  test.each(["x\ntouch PWNED", "sh -c 'touch PWNED'"])("%j is refused at once", async (curl) => {
    const change = all((exchange) => {
      exchange.curl = curl;
    });
    await expect(forgery.saidOf(change)).rejects.toThrow(/curl/);
  });

  test.each([
    ["a variable that is none", "A$(touch PWNED)", /revokeKeyEnv/],
    ["several words", "A; touch PWNED", /revokeKeyEnv/],
  ])("the variable of a revocable key: %s", async (_, revokeKeyEnv, said) => {
    const change = ({ configuration }: Tampered) => {
      configuration.surfaces.news.revokeKeyEnv = revokeKeyEnv;
    };
    await expect(forgery.saidOf(change)).rejects.toThrow(said);
  });

  test.each(["x;touch PWNED;#", "x'|touch|'", "x`touch`", "x$(touch)", "x y", ""])(
    "the header %j is refused at once",
    async (name) => {
      const change = ({ configuration }: Tampered) => {
        configuration.network.headers = [name];
      };
      await expect(forgery.saidOf(change)).rejects.toThrow(/headers/);
    },
  );
});

describe("a request is the one that the suite sends", () => {
  const cases: Readonly<Record<string, (exchange: Exchange) => Partial<Exchange["request"]>>> = {
    "a placeholder for most of the URL": ({ request: { url } }) => ({
      url: within(url, "[redacted header production.example/search]", 7, -1),
    }),
    "a known placeholder for most of the URL": ({ request: { url } }) => ({
      url: `${url.slice(0, 4)}[part of a secret]`,
    }),
    "another URL": () => ({ url: "https://production.example/ping" }),
    "another method": () => ({ method: "TRACE" }),
    "a header more": ({ request: { headers } }) => ({ headers: { ...headers, "x-more": "1" } }),
    "a header less": ({ request: { headers } }) => ({ headers: { ...headers, accept: "" } }),
    "a placeholder for a short text": ({ request: { headers } }) => ({
      headers: {
        ...headers,
        "user-agent": `${headers["user-agent"]?.slice(0, -2)}[part of a secret]`,
      },
    }),
  };
  test.each(Object.entries(cases))("%s", async (_, change) => {
    const differences = await forgery.saidOf(
      all((exchange) => {
        exchange.request = { ...exchange.request, ...change(exchange) };
      }),
    );
    expect(differences).toMatch(/exchange x\w+: its request does not match its id/);
  });
});

describe("how to run it again follows from the run", () => {
  const evil = "https://evil.example";
  test.each<[string, readonly string[]]>([
    ["another target", ["--aggregator-url", evil]],
    ["another target of the other surface", ["--news-url", evil]],
    ["a target with a command", ["--news-url", "x;touch PWNED;#"]],
    ["a description from elsewhere", ["--openapi-news", `${evil}/openapi.json`]],
    ["another configuration", ["--config", "evil.yaml"]],
    ["commands that nobody allowed", ["--allow-commands"]],
    ["an option that names no target", ["--out", "/"]],
    ["a command", ["$(touch PWNED)"]],
    ["an option twice", ["--no-description", "--no-description"]],
    ["the reference server, which was not judged", ["--reference"]],
    ["a member of every object", ["constructor"]],
  ])("%s", async (_, targetFlags) => {
    expect(await forgery.saidOf((report) => Object.assign(report, { targetFlags }))).toMatch(
      /^targetFlags: /,
    );
  });

  test.each([
    "$(touch PWNED).yaml",
    "a`touch PWNED`.yaml",
    "a.yaml; touch PWNED",
    "a.yaml' | sh",
    "\u202elmay.c",
    "--allow-commands",
    "",
  ])("the configuration file %j is not shown", async (configurationFile) => {
    await expect(
      forgery.saidOf((report) => Object.assign(report, { configurationFile })),
    ).resolves.toMatch(/^configurationFile: |^$/);
  });
});

describe("a text of the suite that contains a part of a key is no difference", () => {
  test.each([
    ["of a cookie that was sent once", "bk_aggrOwnKey0123456789abcdEF"],
    ["of the key that was never issued", "bk_aggr-0f3a9c7e51d24b68"],
    ["of the name of the suite", "bk_1-news-conformance/0.1"],
    ["of a media type", "bk_1application/json"],
  ])("%s", async (_, key) => {
    await inFolder((cwd) =>
      listening(
        (_request, response) => {
          response.writeHead(401, { "content-type": "application/json" });
          response.end("{}");
        },
        async (url) => {
          const words = ["run", "--aggregator-url", url, "--only", "auth.*", "ping.*"];
          await command(words, { cwd, environment: { AGGREGATOR_API_KEY: key } });
          expect((await verified(cwd)).differences).toEqual([]);
        },
      ),
    );
  });
});
