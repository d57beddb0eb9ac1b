/** The parameter with free text of the endpoints that take one. */
export const freeTextNames: Readonly<Record<string, string>> = {
  "/search": "query",
  "/search/articles": "query",
  "/geolocation": "location",
};

/** Twice a longer text may be longer than a server allows. */
const mostTwice = 30;

/**
 * A text of several words that finds what the text itself finds, whether a server looks for all of them or for any; the
 * text as it is if it has several words, or is too long to be sent twice.
 */
export function inSeveralWords(text: string): string {
  return /\s/.test(text) || text.length > mostTwice ? text : `${text} ${text}`;
}
