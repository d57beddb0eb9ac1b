/** The reports could not be written; the message names the file and says why. */
export class ReportWriteError extends Error {
  /** What to do. */
  readonly hint: string;

  constructor(message: string, hint = "Choose another --out.") {
    super(message);
    this.hint = hint;
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "no space is left",
  ENOTDIR: "a part of the path is a file",
  ELOOP: "its symbolic links form a loop",
  ENAMETOOLONG: "its name is too long",
  EEXIST: "a file of that name is in the way",
  EISDIR: "a folder of that name is in the way",
};

/** Why the file system refused, in words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}
