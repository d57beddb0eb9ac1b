/** The parameter with free text of the endpoints that take one. */
export const freeTextNames: Readonly<Record<string, string>> = {
  "/search": "query",
  "/search/articles": "query",
  "/geolocation": "location",
};
