import { lchownSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { makeReportFolder } from "../../reporters/files/report-folder.ts";
import { inFolder } from "../cli/command.ts";

const otherUser = 4242;

/** A link to a folder, as another user than that of this process would have made it. */
function linkOfAnotherUser(folder: string): string {
  const link = linkTo(folder);
  if (lstatSync(link).uid === 0) lchownSync(link, otherUser, otherUser);
  else vi.spyOn(process, "geteuid").mockReturnValue(otherUser);
  return link;
}

function linkTo(folder: string): string {
  const target = join(folder, "elsewhere");
  mkdirSync(target);
  const link = join(folder, "reports");
  symlinkSync(target, link);
  return link;
}

// Windows has no numbers of users, and lets few users make links.
describe.skipIf(process.platform === "win32")("a folder for reports that is a link", () => {
  afterEach(() => vi.restoreAllMocks());

  test("is used if its user has made it", async () => {
    await inFolder(async (folder) => {
      expect(makeReportFolder(linkTo(folder))).toEqual([]);
    });
  });

  test("is refused if another user has made it", async () => {
    await inFolder(async (folder) => {
      const link = linkOfAnotherUser(folder);
      expect(() => makeReportFolder(link)).toThrow(/link that another user has made/);
      expect(readdirSync(join(folder, "elsewhere"))).toEqual([]);
    });
  });
});
