/** The parameters of a request, each as it is written in the URL: `name=value`. */
export function sentParameters(url: string): readonly string[] {
  const [, query = ""] = url.split("?");
  return query.split("&").filter((one) => one !== "");
}

/** The name of a parameter as it is written in the URL. */
export function sentParameterName(parameter: string): string {
  return parameter.split("=", 1)[0] ?? "";
}
