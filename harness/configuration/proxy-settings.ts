import { parseUrl } from "../../contracts/parse-url.ts";
import { UsageError } from "../settings/usage-error.ts";

export interface ProxySettings {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  readonly noProxy: string;
}

/**
 * The proxy variables of an environment, in lower or upper case; null if no proxy is set.
 *
 * @throws UsageError if one is not a URL; its message does not show the value, which may have a password
 */
export function proxySettings(
  env: Readonly<Record<string, string | undefined>>,
): ProxySettings | null {
  const read = (name: string): string => {
    const value = env[name.toLowerCase()] ?? env[name] ?? "";
    if (value === "" || name === "NO_PROXY") return value;
    const url = parseUrl(value);
    const shown = env[name.toLowerCase()] === undefined ? name : name.toLowerCase();
    if (url !== null && (url.protocol === "http:" || url.protocol === "https:")) {
      if (url.pathname === "/" && url.search === "" && url.hash === "") return value;
      throw new UsageError(
        `${shown} has a path, a query or a fragment, which no proxy has`,
        "A proxy looks like http://proxy.example:3128: remove what follows the port.",
      );
    }
    throw new UsageError(
      `${shown} is not an http or https URL, so the proxy can't be used`,
      "A proxy looks like http://proxy.example:3128. Unset the variable if there is none.",
    );
  };
  const settings = {
    httpProxy: read("HTTP_PROXY"),
    httpsProxy: read("HTTPS_PROXY"),
    noProxy: read("NO_PROXY"),
  };
  return settings.httpProxy === "" && settings.httpsProxy === "" ? null : settings;
}
