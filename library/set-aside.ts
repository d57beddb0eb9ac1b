import { setReportsAside } from "../reporters/files/earlier-reports.ts";

/**
 * Sets the reports of an earlier run aside. Where that can't be done, writing those of this one says why.
 * @param directory absolute path
 */
export function setAside(directory: string): void {
  try {
    setReportsAside(directory);
  } catch {
    // Nothing has been lost, and nothing of this run is there.
  }
}
