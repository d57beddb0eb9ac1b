import { realpathSync } from "node:fs";
import { dirname, isAbsolute, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { TooLargeToJudge } from "../../description/description-size.ts";
import { fileProblem } from "../configuration/file.ts";
import { FileTooLarge, readRegularFile } from "../regular-file.ts";

const mostBytes = 10 * 1024 * 1024;

/**
 * Reads the files of a description: its own one, and those in the same folder and below, by their real
 * paths. Its author must not choose what else of this machine is read, and then written into a report.
 *
 * @param file absolute path of the description
 * @returns a function from a `file:` URL to the text there; it rejects with a message for the user
 */
export function descriptionFolder(file: string): (url: string) => Promise<string> {
  return async (url) => {
    if (!url.startsWith("file:")) throw new Error(`it refers to ${url}, which is not fetched`);
    const path = fileURLToPath(url);
    // The user named this one, wherever a link leads.
    const isOwn = path === file;
    try {
      const folder = realpathSync(dirname(file));
      const real = realpathSync(path);
      if (isOwn || isInside(real, folder)) return readRegularFile(real, mostBytes).toString("utf8");
    } catch (error) {
      if (error instanceof FileTooLarge) throw new TooLargeToJudge(error.message);
      throw new Error(`${isOwn ? "" : `it refers to ${url}: `}${fileProblem(error)}`);
    }
    throw new Error(`it refers to ${url}, which is outside its folder and not read`);
  };
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && !isAbsolute(way) && way.split(/[\\/]/)[0] !== "..";
}
