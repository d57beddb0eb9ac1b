import type { Output } from "./output.ts";

/** The same output with results printed as messages, for when the standard output is used for something else. */
export function aside(output: Output): Output {
  return {
    ...output,
    result: output.note,
    page: (parts) => output.note(parts.map(({ text }) => text).join("\n\n")),
  };
}
