import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** The file is larger than the caller allows. */
export class FileTooLarge extends Error {}

/**
 * The bytes of a regular file that somebody else may have made: a pipe or a device might never end.
 *
 * @param most bytes
 * @throws FileTooLarge before anything is read
 * @throws Error of the file system, or that says that it is no regular file
 */
export function readRegularFile(path: string, most: number): Buffer {
  // Without waiting for somebody to write into a pipe.
  const opened = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(opened);
    if (!stats.isFile()) {
      throw new Error(stats.isDirectory() ? "it is a folder" : "it is not a regular file");
    }
    if (stats.size > most) {
      const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
      throw new FileTooLarge(
        `it is ${megabytes(stats.size)} MB long; the limit is ${megabytes(most)} MB`,
      );
    }
    return readFileSync(opened);
  } finally {
    closeSync(opened);
  }
}
