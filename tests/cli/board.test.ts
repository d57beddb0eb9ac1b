import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CheckResult } from "../../contracts/vocabulary.ts";
import { report, result } from "../reporters/fixtures.ts";
import { command, inFolder } from "./command.ts";

const hostile = "</script><img src=x onerror=alert(1)>";

/** A folder as a run writes it, with a page by somebody else. */
function writeReport(
  folder: string,
  results: readonly CheckResult[],
  facts: Parameters<typeof report>[1] = {},
): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "report.json"), JSON.stringify(report(results, facts)));
  writeFileSync(join(folder, "report.html"), "<script>alert(2)</script>");
}

const failing = result({ outcome: "fail", message: `got ${hostile}` });
const at = (host: string) => ({
  target: { aggregator: `https://${host}.example`, news: null, embedded: false },
});
const on = (day: number) => ({ startedAt: new Date(Date.UTC(2026, 9, day)) });

test("servers stand side by side, each cell is a link to its card, and older runs are its history", async () => {
  await inFolder(async (cwd) => {
    writeReport(join(cwd, "a-old"), [failing], { ...at("a"), ...on(1) });
    writeReport(join(cwd, "a"), [result()], { ...at("a"), ...on(2) });
    writeReport(join(cwd, `b ${hostile.replaceAll("/", "")}`), [failing], { ...at("b"), ...on(2) });
    const folders = ["a", "a-old", `b ${hostile.replaceAll("/", "")}`, "./a"];
    const { code, stdout } = await command(["board", ...folders, "--out", "out"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain("3 reports, 2 columns: ");
    const files = readdirSync(join(cwd, "out")).sort();
    expect(files).toEqual([
      "1-a.html",
      "2-a-old.html",
      expect.stringMatching(/^3-b-[a-z0-9.-]+\.html$/),
      "board.html",
      "board.json",
    ]);
    const html = readFileSync(join(cwd, "out/board.html"), "utf8");
    const links = [...html.matchAll(/href="([^"#]+)(?:#([^"]*))?"/g)].map(([, file, id]) => [
      file,
      id,
    ]);
    expect(links).toContainEqual(["1-a.html", "auth.missing-key-refused"]);
    expect(links).toContainEqual([files[2], "card-auth.missing-key-refused"]);
    expect(links).toContainEqual(["2-a-old.html", undefined]);
    // Every link leads to something that is there.
    for (const [file = "", id] of links) {
      const page = readFileSync(join(cwd, "out", file), "utf8");
      if (id !== undefined) expect(page).toContain(`id="${id}"`);
    }
    const board = JSON.parse(readFileSync(join(cwd, "out/board.json"), "utf8"));
    expect(
      board.columns.map(({ target, verdict }: { target: string; verdict: string }) => [
        target,
        verdict,
      ]),
    ).toEqual([
      ["aggregator https://a.example", "conformant"],
      ["aggregator https://b.example", "non-conformant"],
    ]);
    expect(board.columns[0].history.map(({ page }: { page: string }) => page)).toEqual([
      "2-a-old.html",
      "1-a.html",
    ]);
    const row = board.requirements.find(
      ({ requirement }: { requirement: string }) => requirement === "auth.missing-key-refused",
    );
    expect(row.cells).toEqual([
      { status: "pass", broken: 0, checks: 1 },
      { status: "fail", broken: 1, checks: 1 },
    ]);
  });
});

test("the runs of one server are columns, the oldest first", async () => {
  await inFolder(async (cwd) => {
    writeReport(join(cwd, "night-2"), [result()], { ...at("a"), ...on(2) });
    writeReport(join(cwd, "night-1"), [failing], { ...at("a"), ...on(1) });
    expect((await command(["board", "night-2", "night-1"], { cwd })).code).toBe(0);
    const board = JSON.parse(readFileSync(join(cwd, "conformance-board/board.json"), "utf8"));
    expect(board.columns.map(({ name }: { name: string }) => name)).toEqual(["night-1", "night-2"]);
  });
});

test("nothing of a server or of a page beside a report acts, and there is no script", async () => {
  await inFolder(async (cwd) => {
    const url = `https://a.example/${hostile}`;
    writeReport(join(cwd, "a"), [failing], {
      target: { aggregator: url, news: null, embedded: false },
    });
    expect((await command(["board", "a", "--out", "out"], { cwd })).code).toBe(0);
    const html = readFileSync(join(cwd, "out/board.html"), "utf8");
    expect(html).not.toMatch(/<script|<img| style=| on[a-z]+="/);
    expect(html).toMatch(
      /http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[^']+'; base-uri/,
    );
    expect(readFileSync(join(cwd, "out/1-a.html"), "utf8")).not.toContain("alert(2)");
  });
});

test.each([
  [["board"], "<dir...> is missing"],
  [["board", "nowhere"], "can't read the report nowhere"],
])("%j is wrong use", async (words, said) => {
  await inFolder(async (cwd) => {
    const { code, stderr } = await command(words, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(readdirSync(cwd)).toEqual([]);
  });
});
