import type { Cell } from "../../contracts/vocabulary.ts";

/** Surface, endpoint and version of a cell as one text, equal for all its auth styles. */
export function squareOf({ surface, endpoint, version }: Cell): string {
  return `${surface} ${endpoint} ${version}`;
}
