import { expect, test } from "vitest";
import { linkTargets } from "../../harness/http/link-header.ts";

test.each([
  ["quoted", '</openapi.json>; rel="service-desc"', ["/openapi.json"]],
  ["bare", "<openapi.yaml>;rel=service-desc", ["openapi.yaml"]],
  ["of several relations", '<a>; rel="describedby Service-Desc"', ["a"]],
  ["beside other parameters", '<a>; type="application/json"; rel="service-desc"', ["a"]],
  ["before other parameters", '<a>; rel=service-desc; title="x, <b>; y"', ["a"]],
  [
    "one of several links",
    '<docs>; rel="service-doc", <api,v1.json>; rel="service-desc"',
    ["api,v1.json"],
  ],
  ["two", '<a>; rel="service-desc", <b>; rel="service-desc"', ["a", "b"]],
  ["of another relation", '<a>; rel="service-doc"', []],
  ["whose title only sounds like it", '<a>; title="; rel=service-desc"', []],
  ["the first relation counts", '<a>; rel="next"; rel="service-desc"', []],
  ["nothing", "", []],
  ["no link", "service-desc", []],
])("%s", (_, header, targets) => {
  expect(linkTargets(header, "service-desc")).toEqual(targets);
});
