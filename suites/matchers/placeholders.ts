import { quoteValue } from "../../contracts/describe-value.ts";
import type { Found } from "../model/check.ts";
import type { ListedText } from "./listed-texts.ts";

/** Where a template was to be filled in: `{{name}}`, `${name}`, `%(name)s`, `<%= name %>`, `%s`, `{0}`. */
const placeholder =
  /\{\{ ?[\w.]{1,40} ?\}\}|[$#]\{[\w.]{1,40}\}|%\(\w{1,40}\)[sd]|<%= ?[\w.]{1,40} ?%>|(?<![\d%])%[sd](?!\w)|(?<![^\s"'(:])\{\d\}(?![^\s"').,:])/g;

/** Most texts have none of these. */
const suspect = /[{%]/;

/**
 * Whether a text has a placeholder that nothing was put in place of.
 * @param sent what the request contained, which a text may quote
 */
export function hasPlaceholder(text: string, sent: string): boolean {
  if (!suspect.test(text)) return false;
  const found = text.match(placeholder) ?? [];
  return found.some((one) => !sent.includes(one));
}

/** What is wrong with texts that have placeholders. */
export function expectNoPlaceholders(texts: readonly ListedText[]): readonly Found[] {
  return texts.map(({ path, text }) => ({
    path,
    expected: "a text whose placeholders are filled in",
    actual: quoteValue(text),
  }));
}
