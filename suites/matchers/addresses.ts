import { quoteValue } from "../../contracts/describe-value.ts";
import { mayHaveLongHost, parseUrl } from "../../contracts/parse-url.ts";
import type { Found } from "../engine/check.ts";
import { mayBeMissing } from "./filled-texts.ts";
import type { ListedText } from "./listed-texts.ts";

/** The members that the tables list for the address of a page or a picture. */
const membersWithAddresses: ReadonlySet<string> = new Set([
  "url",
  "image",
  "thumbnail",
  "logo",
  "favicon",
]);

/** What a client can open or show; a small picture may be in the address itself. */
const schemes: ReadonlySet<string> = new Set(["http:", "https:", "data:", "mailto:"]);

/** Whether a text is an address; what stands for a missing one is left to the requirement on texts. */
export function isAddress({ name, text }: ListedText): boolean {
  return membersWithAddresses.has(name) && !mayBeMissing(text);
}

/** Expects addresses that a client can use as they are: nothing says to what a relative one is relative. */
export function expectAbsolute(addresses: readonly ListedText[]): readonly Found[] {
  return addresses
    .filter(({ text }) => !isAbsolute(text))
    .map(({ path, text }) => ({
      path,
      expected: "an absolute URL, such as https://news.example/article",
      actual: quoteValue(text),
    }));
}

function isAbsolute(text: string): boolean {
  // It takes long to parse; a picture in its address may look like it.
  if (mayHaveLongHost(text)) return true;
  const url = parseUrl(text.trim());
  return url !== null && schemes.has(url.protocol);
}
