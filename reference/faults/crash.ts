import type { FaultResponse } from "./fault.ts";

/** The response of a framework to an uncaught exception. */
export function crash(response: FaultResponse): void {
  response.status = 500;
  response.body = { error: "Internal Server Error" };
}

/** An error page of a proxy or framework. */
export function page(response: FaultResponse, status: number, title: string): void {
  response.status = status;
  response.headers["content-type"] = "text/html; charset=utf-8";
  response.raw = `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
}
