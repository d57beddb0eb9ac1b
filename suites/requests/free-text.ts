/** The parameter with free text of the endpoints that take one. */
export const freeTextNames: Readonly<Record<string, string>> = {
  "/search": "query",
  "/search/articles": "query",
  "/geolocation": "location",
};

/** A text of several words that finds what the text itself finds, whether a server looks for all of them or for any. */
export function inSeveralWords(text: string): string {
  return `${text} ${text}`;
}
