import type { Deviation, FaultRequest, FaultResponse } from "./fault.ts";

type Editable = Record<string, unknown>;

export function isEditable(value: unknown): value is Editable {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object at a path of member names; null where there is none. */
export function editableAt(body: unknown, ...path: readonly string[]): Editable | null {
  let found: unknown = body;
  for (const name of path) found = isEditable(found) ? found[name] : undefined;
  return isEditable(found) ? found : null;
}

/** The objects of the list at a path of member names; none where there is no list. */
export function objectsAt(body: unknown, ...path: readonly string[]): readonly Editable[] {
  const last = path.at(-1) ?? "";
  const list = editableAt(body, ...path.slice(0, -1))?.[last];
  return Array.isArray(list) ? list.filter(isEditable) : [];
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

/** A fault's response that changes good bodies, where they are objects. */
export function inSuccess(
  change: (body: Editable, request: FaultRequest, response: FaultResponse) => void,
): Pick<Deviation, "response"> {
  return {
    response(response, request) {
      const body = editableAt(response.body);
      if (succeeded(response) && body !== null) change(body, request, response);
    },
  };
}

/** The same for the bodies of refusals. */
export function inError(
  change: (body: Editable, request: FaultRequest, response: FaultResponse) => void,
): Pick<Deviation, "response"> {
  return {
    response(response, request) {
      const body = editableAt(response.body);
      if (response.status >= 400 && body !== null) change(body, request, response);
    },
  };
}

/** The same for `metadata` of good bodies. */
export function inMetadata(
  change: (metadata: Editable, request: FaultRequest) => void,
): Pick<Deviation, "response"> {
  return inSuccess((body, request) => {
    if (isEditable(body.metadata)) change(body.metadata, request);
  });
}

/** The same for every article of good bodies, or for the last one only. */
export function inArticles(
  change: (article: Editable) => void,
  which: "all" | "last" = "all",
): Pick<Deviation, "response"> {
  return inSuccess((body) => {
    for (const article of articles(body).slice(which === "last" ? -1 : 0)) change(article);
  });
}

/** The same for every entry of a list of good bodies, or for the last one only. */
export function inList(
  name: string,
  change: (entry: Editable) => void,
  which: "all" | "last" = "all",
): Pick<Deviation, "response"> {
  return inSuccess((body) => {
    for (const entry of objectsAt(body, name).slice(which === "last" ? -1 : 0)) change(entry);
  });
}

/** Has the server itself refuse the request, in the right envelope: no endpoint takes this page. */
export function refuse({ query }: FaultRequest): void {
  query.set("page", "");
  query.set("limit", "none");
}

/** Takes parameters away, so that they make no difference, but leaves them in the echo. */
export function ignore(...names: readonly string[]): Pick<Deviation, "request" | "response"> {
  return {
    request({ query }) {
      for (const name of names) query.delete(name);
    },
    response({ body }, { sent }) {
      const parameters = editableAt(body, "parameters");
      for (const name of names) {
        const value = sent.get(name);
        if (parameters !== null && value !== null) parameters[name] = value;
      }
    },
  };
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
  const error = editableAt(body);
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
