/** The names of the test cases with a failure or an error in a JUnit file. */
export function failedCases(junit: string): readonly string[] {
  return [...junit.matchAll(/<testcase\b([^>]*[^/])>\s*<(?:failure|error)\b/g)].map(
    ([, attributes = ""]) => /\bname="([^"]*)"/.exec(attributes)?.[1] ?? "",
  );
}
