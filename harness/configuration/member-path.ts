/** A place in the configuration as people write it, such as `surfaces.news.baseUrl` or `waivers[0]`. */
export function memberPath(path: readonly (string | number)[]): string {
  if (path.length === 0) return "the top level";
  let text = "";
  for (const step of path) {
    if (typeof step === "number" || /^\d+$/.test(step)) text += `[${step}]`;
    else if (/^[$A-Za-z_][$\w]*$/.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}

/** The steps of a JSON pointer. */
export function pointerSteps(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
