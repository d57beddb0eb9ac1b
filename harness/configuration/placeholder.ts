import { looksOpaque } from "../credentials/credentials.ts";
import { UsageError } from "../settings/usage-error.ts";
import { looksLikeKey } from "./key-like.ts";

/**
 * How pipelines, shells and templates write the name of a variable, which stays in place if it is not set: `$(NAME)`,
 * `$[NAME]`, `${NAME}`, `${{ secrets.NAME }}`, `{{ NAME }}`, `#{NAME}`, `<NAME>`. Anywhere in a value, since neither a
 * key nor a URL contains such brackets.
 */
const bracketed = [
  /\$\(([^()]*)\)/,
  /\$\[([^[\]]*)\]/,
  /\{\{([^{}]*)\}\}/,
  /[$#]\{([^{}]*)\}/,
  /<([^<>]*)>/,
] as const;

/** `$NAME`, `$env:NAME`, `%NAME%`: only as a whole, since these signs also occur in URLs. */
const unbracketed = [/^\$+((?:env:)?[A-Za-z_]\w*)$/, /^%([A-Za-z_]\w*)%$/] as const;

/** The text between the signs; null if there is no placeholder. */
function inPlaceholder(value: string, whole: string): string | null {
  const found =
    bracketed.map((form) => form.exec(value)).find((match) => match !== null) ??
    unbracketed.map((form) => form.exec(whole)).find((match) => match !== null);
  // Without the default of `${NAME:-}`.
  return found?.[1]?.split(/:?[-?]/, 1)[0]?.trim() ?? null;
}

/** Whether a value has the form of a placeholder, such as `${NAME}`. */
export function isPlaceholder(value: string): boolean {
  return inPlaceholder(value, value.trim()) !== null;
}

/** The variable's name if it can be shown: by mistake, a secret may stand between the signs. */
function shownName(text: string): string | null {
  const isName = /^[A-Za-z_][\w.:-]{0,60}$/.test(text);
  return isName && !looksLikeKey(text) && !looksOpaque(text) ? text : null;
}

/** The variable's name at the end of a message, and as the object of a hint. */
function named(text: string): { readonly after: string; readonly object: string } {
  const name = shownName(text);
  return name === null ? { after: "", object: "it" } : { after: `: ${name}`, object: name };
}

/**
 * Refuses a value of the environment that is still the placeholder of a variable, as Azure Pipelines leaves
 * `$(NAME)`: it would be sent as it is, and refused like any unknown key.
 *
 * @param source its name in messages
 * @throws UsageError
 */
export function refusePlaceholder(value: string, source: string): void {
  const text = inPlaceholder(value, value);
  if (text === null) return;
  const { after, object } = named(text);
  throw new UsageError(
    `${source} is the placeholder of a variable that was not set${after}`,
    `Define ${object} where the pipeline keeps its secrets, and let this job read it, which is often impossible for ` +
      `a fork; or omit ${source} if it has no value.`,
  );
}

/**
 * Refuses a base URL with a placeholder; its host may be `$NAME` or `%NAME%`, too.
 *
 * @throws UsageError
 */
export function refusePlaceholderInUrl(url: string, source: string): void {
  const host = url.replace(/^[a-z]*:\/\//i, "").split(/[/:]/, 1)[0] ?? "";
  const text = inPlaceholder(url, host);
  if (text === null) return;
  const { after, object } = named(text);
  throw new UsageError(
    `${source} contains the placeholder of a variable that was not filled in${after}`,
    `Define ${object} where the pipeline keeps its variables, or write the URL itself: base URLs are used as they are.`,
  );
}
