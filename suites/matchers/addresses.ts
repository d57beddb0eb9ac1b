import { quoteValue } from "../../contracts/describe-value.ts";
import { mayHaveLongHost, parseUrl } from "../../contracts/parse-url.ts";
import type { Found } from "../model/check.ts";
import { mayBeMissing } from "./filled-texts.ts";
import type { ListedText, TextPlace } from "./listed-texts.ts";

/** The members that the tables list for the address of a page or a picture. */
const membersWithAddresses: ReadonlySet<string> = new Set([
  "url",
  "image",
  "thumbnail",
  "logo",
  "favicon",
]);

/** What a client can open or show; a small picture may be in the address itself. */
const schemes: ReadonlySet<string> = new Set([
  "http:",
  "https:",
  "data:",
  "mailto:",
  "tel:",
  "sms:",
]);

/** The form that nearly all addresses have. */
const usual = /^https?:\/\/[a-z0-9.-]+(?:\/[!-~]*)?$/i;

/** Whether a text is an address; what stands for a missing one is left to the requirement on texts. */
export function isAddress(text: string, { name }: TextPlace): boolean {
  return membersWithAddresses.has(name) && (usual.test(text) || !mayBeMissing(text));
}

/** Whether it is one that a client can use as it is: nothing says to what a relative one is relative. */
export function isAbsolute(text: string): boolean {
  // What has a long host takes long to parse; a picture in its address may look like it.
  if (usual.test(text) || mayHaveLongHost(text)) return true;
  const url = parseUrl(text.trim());
  return url !== null && schemes.has(url.protocol);
}

/** What is wrong with addresses that are not absolute. */
export function relativeAddresses(texts: readonly ListedText[]): readonly Found[] {
  return texts.map(({ path, text }) => ({
    path,
    expected: "an absolute URL, such as https://news.example/article",
    actual: quoteValue(text),
  }));
}
