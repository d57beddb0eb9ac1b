import type { Deviation, FaultRequest, FaultResponse } from "./fault.ts";

type Editable = Record<string, unknown>;

export function isEditable(value: unknown): value is Editable {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object at a path of member names; null if there is none. */
export function editableAt(body: unknown, ...path: readonly string[]): Editable | null {
  let found: unknown = body;
  for (const name of path) found = isEditable(found) ? found[name] : undefined;
  return isEditable(found) ? found : null;
}

/** The objects of the list at a path of member names; empty if there is no list. */
export function objectsAt(body: unknown, ...path: readonly string[]): readonly Editable[] {
  const last = path.at(-1) ?? "";
  const list = editableAt(body, ...path.slice(0, -1))?.[last];
  return Array.isArray(list) ? list.filter(isEditable) : [];
}

/** Each object has the member of the next one, and the last that of the first. */
export function moveOn(objects: readonly Editable[], name: string): void {
  const values = objects.map((one) => one[name]);
  for (const [index, one] of objects.entries()) one[name] = values[(index + 1) % objects.length];
}

/** The news items of a body of any version. */
export function newsItems(body: unknown): readonly Editable[] {
  const lists = ["news_articles", "articles", "data"];
  return lists.flatMap((name) => [...objectsAt(body, name)]);
}

/** The items that are articles by their type or version. */
export function articles(body: unknown): readonly Editable[] {
  return newsItems(body).filter(({ type }) => type === undefined || type === "article");
}

/** Whether a page other than the first is requested. */
export function asksForLaterPage({ sent }: FaultRequest): boolean {
  return Number(sent.get("page")) > 1;
}

/** Whether the Accept header of a request names JSON. */
export function asksForJson({ headers }: FaultRequest): boolean {
  return String(headers.accept ?? "").includes("json");
}

export function succeeded(response: FaultResponse): boolean {
  return response.status >= 200 && response.status < 300;
}

/** A fault's response that changes success bodies that are objects. */
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

/** A fault's response that changes the bodies of refusals. */
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

/** A fault's response that changes `metadata` of success bodies. */
export function inMetadata(
  change: (metadata: Editable, request: FaultRequest) => void,
): Pick<Deviation, "response"> {
  return inSuccess((body, request) => {
    if (isEditable(body.metadata)) change(body.metadata, request);
  });
}

/** A fault's response that changes every article of success bodies, or only the last one. */
export function inArticles(
  change: (article: Editable) => void,
  which: "all" | "last" = "all",
): Pick<Deviation, "response"> {
  return inSuccess((body) => {
    for (const article of articles(body).slice(which === "last" ? -1 : 0)) change(article);
  });
}

/** A fault's response that changes every entry of a list of success bodies, or only the last one. */
export function inList(
  name: string,
  change: (entry: Editable) => void,
  which: "all" | "last" = "all",
): Pick<Deviation, "response"> {
  return inSuccess((body) => {
    for (const entry of objectsAt(body, name).slice(which === "last" ? -1 : 0)) change(entry);
  });
}

/** Makes the server itself refuse the request, in the right envelope: no endpoint accepts this page. */
export function refuse({ query }: FaultRequest): void {
  query.set("page", "");
  query.set("limit", "none");
}

/** Gives a refusal another status, in both envelopes. */
export function refuseWith(response: FaultResponse, status: number): void {
  response.status = status;
  const body = editableAt(response.body);
  if (body?.success === false) body.code = status;
}

/** Echoes values for parameters of an endpoint that were not sent. */
export function echoUnsent(
  values: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Pick<Deviation, "response"> {
  return {
    response({ body }, { endpoint, sent }) {
      const echoed = editableAt(body, "parameters");
      if (echoed === null) return;
      for (const [name, value] of Object.entries(values[endpoint] ?? {}))
        if (!sent.has(name)) echoed[name] = value;
    },
  };
}

/** Removes parameters, so that they have no effect, but keeps them in the echo. */
export function ignore(...names: readonly string[]): Pick<Deviation, "request" | "response"> {
  return ignoreWhere(() => true, ...names);
}

/** Removes parameters from some requests, but keeps them in the echo. */
export function ignoreWhere(
  applies: (request: FaultRequest) => boolean,
  ...names: readonly string[]
): Pick<Deviation, "request" | "response"> {
  return {
    request(request) {
      if (applies(request)) for (const name of names) request.query.delete(name);
    },
    response(response, request) {
      if (applies(request)) echoSent(response, request, names);
    },
  };
}

/** Removes parameters where another one is sent too, but keeps them in the echo. */
export function ignoreBeside(
  other: string,
  ...names: readonly string[]
): Pick<Deviation, "request" | "response"> {
  return ignoreWhere(({ sent }) => sent.has(other), ...names);
}

/** Filters by days that are earlier or later than those that were sent by so many, but echoes what was sent. */
export function moveDates(
  days: Readonly<Record<string, number>>,
): Pick<Deviation, "request" | "response"> {
  return {
    request({ query, sent }) {
      for (const [name, later] of Object.entries(days)) {
        const date = Date.parse(sent.get(name) ?? "");
        if (Number.isNaN(date)) continue;
        query.set(name, new Date(date + later * 86_400_000).toISOString().slice(0, 10));
      }
    },
    response: (response, request) => echoSent(response, request, Object.keys(days)),
  };
}

/** Echoes parameters as they were sent, where there is an echo. */
export function echoSent(
  { body }: FaultResponse,
  { sent }: FaultRequest,
  names: readonly string[],
): void {
  const parameters = editableAt(body, "parameters");
  if (parameters === null) return;
  for (const name of names) {
    const value = sent.get(name);
    if (value !== null) parameters[name] = value;
  }
}

/** Replaces the request's credentials with a valid key. */
export function letIn(request: FaultRequest): void {
  takeKeys(request);
  request.headers["api-key"] = request.keys[request.surface].own;
}

/** Removes all credentials from the request. */
export function takeKeys({ headers }: FaultRequest): void {
  delete headers["api-key"];
  delete headers["x-api-key"];
  delete headers.authorization;
}

/** Turns a legacy error body into the current envelope; leaves other bodies unchanged. */
export function modernised(
  { body, headers }: Pick<FaultResponse, "body" | "headers">,
  code: string,
): unknown {
  const error = editableAt(body);
  if (error?.success !== false) return body;
  return {
    metadata: {
      id: "00000000-0000-4000-8000-000000000000",
      took_ms: 0,
      // A response may be changed long after it was recorded.
      timestamp: new Date(headers.date ?? Date.now()).toISOString(),
    },
    errors: [{ code, message: error.message, details: {} }],
  };
}

/** A time by another clock: not that of now, since a response may be changed long after it was recorded. */
export function movedTime(timestamp: unknown, ms: number): string {
  return new Date(Date.parse(String(timestamp)) + ms).toISOString();
}
