import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import dockerfileUtils from "dockerfile-utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inFolder } from "../cli/command.ts";
import { productionTree } from "../cli/install-package.ts";
import { buildContext } from "./build-context.ts";
import { brokenRules } from "./hadolint-rules.ts";
import { assembleImage, type Image, root, wordsOf } from "./image.ts";

const dockerfiles = ["Dockerfile", "examples/own-server/Dockerfile"];

describe.each(dockerfiles)("%s", (path) => {
  const text = readFileSync(join(root, path), "utf8");

  test("is valid, and keeps hadolint's rules", () => {
    expect(dockerfileUtils.validate(text)).toEqual([]);
    expect(brokenRules(text)).toEqual([]);
  });

  test("runs as a user without privileges, and starts with a program rather than a shell", () => {
    expect(text).toMatch(/^USER node$/m);
    expect([...wordsOf(text, "ENTRYPOINT"), ...wordsOf(text, "CMD")][0]).toBe("node");
  });
});

describe("hadolint's rules are known here", () => {
  const wrong: Readonly<Record<string, string>> = {
    DL3000: "FROM node:24\nWORKDIR work",
    DL3002: "FROM node:24\nUSER root",
    DL3003: "FROM node:24\nRUN cd /tmp && ls",
    DL3004: "FROM node:24\nRUN sudo ls",
    DL3006: "FROM node",
    DL3007: "FROM node:latest",
    DL3012: "FROM node:24\nHEALTHCHECK NONE\nHEALTHCHECK NONE",
    DL3016: "FROM node:24\nRUN npm install -g npm",
    DL3018: "FROM node:24\nRUN apk add git",
    DL3020: "FROM node:24\nADD a /a",
    DL3021: "FROM node:24\nCOPY a b /c",
    DL3022: "FROM node:24\nCOPY --from=nowhere /a /a",
    DL3024: "FROM node:24 AS a\nFROM node:24 AS a",
    DL3025: "FROM node:24\nCMD node x.js",
    DL3029: "FROM --platform=linux/amd64 node:24",
    DL3045: "FROM node:24\nCOPY a b",
    DL3059: "FROM node:24\nRUN ls\nRUN ls",
    DL4000: "FROM node:24\nMAINTAINER me",
    DL4003: 'FROM node:24\nCMD ["a"]\nCMD ["b"]',
    DL4004: 'FROM node:24\nENTRYPOINT ["a"]\nENTRYPOINT ["b"]',
    DL4006: "FROM node:24\nRUN ls | wc",
  };
  test.for(Object.entries(wrong))("%s", ([id, text]) => {
    expect(brokenRules(text).map((rule) => rule.split(" ")[0])).toEqual([id]);
  });
});

test("the context has sources, and nothing of tests, keys, history or other machines", () => {
  const files = buildContext(root);
  expect(files).toContain("cli/main.ts");
  expect(files).toContain("tests/clients/generators/package.json");
  const unwanted = files.filter((file) =>
    /^(node_modules|dist|\.git|\.env|conformance-report)\b/.test(file),
  );
  expect(unwanted).toEqual([]);
  expect(files.filter((file) => file.startsWith("tests/"))).toHaveLength(1);
});

describe("what the Dockerfile puts into the image", () => {
  let image: Image;
  beforeAll(() => {
    image = assembleImage();
  });
  afterAll(() => image.remove());

  function run(cwd: string, ...words: readonly string[]): string {
    const [program = "", ...start] = image.entrypoint;
    const environment = { PATH: process.env.PATH ?? "" };
    return execFileSync(program, [...start, ...words], { cwd, encoding: "utf8", env: environment });
  }

  test("is the package and what the lockfile has for it, nothing for development", () => {
    const modules = join(image.folder, "node_modules");
    const installed = readdirSync(modules).flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(modules, name)).map((one) => join(name, one)) : name,
    );
    const locked = productionTree()
      .map(([path]) => path)
      .filter((path) => path.lastIndexOf("node_modules/") === 0)
      .map((path) => path.slice("node_modules/".length));
    expect(installed.sort()).toEqual([...locked].sort());
    for (const absent of ["docs", "examples", "tests", "package-lock.json"]) {
      expect(existsSync(join(image.folder, absent)), absent).toBe(false);
    }
  });

  test("certifies the built-in server, and writes its reports where it is started", async () => {
    await inFolder(async (cwd) => {
      const said = run(cwd, "run", "--reference", "--quiet", "--matrix", "smoke");
      expect(said).toMatch(/^conformant: the built-in reference server; /m);
      expect(existsSync(join(cwd, "conformance-report/report.html"))).toBe(true);
    });
  });

  test("shows the help without a command", async () => {
    const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
    await inFolder(async (cwd) => {
      expect(run(cwd, ...wordsOf(dockerfile, "CMD"))).toContain("Usage: news-conformance");
    });
  });
});
