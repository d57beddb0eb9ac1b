import type { FaultRequest, FaultResponse } from "./fault.ts";

/** Versions for the cells of a fault: the latest of both surfaces, asked for or by default. */
export const latest = ["2026-05-25", "2026-08-01", "default"] as const;
export const legacy = ["2024-01-01", "2022-01-01"] as const;

type Editable = Record<string, unknown>;

export function isObject(value: unknown): value is Editable {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object at a path of member names; null where there is none. */
export function objectAt(body: unknown, ...path: readonly string[]): Editable | null {
  let found: unknown = body;
  for (const name of path) found = isObject(found) ? found[name] : undefined;
  return isObject(found) ? found : null;
}

/** The objects of the list at a path of member names; none where there is no list. */
export function objectsAt(body: unknown, ...path: readonly string[]): readonly Editable[] {
  const last = path.at(-1) ?? "";
  const list = objectAt(body, ...path.slice(0, -1))?.[last];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** The news items of a body of any version. */
export function newsItems(body: unknown): readonly Editable[] {
  const lists = ["news_articles", "articles", "data"];
  return lists.flatMap((name) => [...objectsAt(body, name)]);
}

/** Those that say, or cannot but be, articles. */
export function articles(body: unknown): readonly Editable[] {
  return newsItems(body).filter(({ type }) => type === undefined || type === "article");
}

export function succeeded(response: FaultResponse): boolean {
  return response.status >= 200 && response.status < 300;
}

/** Gives the request a key that works, in place of whatever it carries. */
export function letIn(request: FaultRequest): void {
  takeKeys(request);
  request.headers["api-key"] = request.keys[request.surface].own;
}

/** Takes every credential off the request. */
export function takeKeys({ headers }: FaultRequest): void {
  delete headers["api-key"];
  delete headers["x-api-key"];
  delete headers.authorization;
}

/** Turns a legacy error body into the current envelope; leaves any other body alone. */
export function modernised(body: unknown, code: string): unknown {
  const error = objectAt(body);
  if (error?.success !== false) return body;
  return {
    metadata: {
      id: "00000000-0000-4000-8000-000000000000",
      took_ms: 0,
      timestamp: new Date().toISOString(),
    },
    errors: [{ code, message: error.message, details: {} }],
  };
}
