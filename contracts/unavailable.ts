/** Statuses that mean "try again later": of a gateway, or of a server under load, and not about the request. */
export const unavailable: ReadonlySet<number> = new Set([429, 502, 503, 504]);
