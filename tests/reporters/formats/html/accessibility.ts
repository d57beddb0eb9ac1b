import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** How many neighbours of one shape are looked at: what stands between two of them counts too. */
const alike = 2;

/**
 * What axe-core finds inaccessible in a page as it is shown now, one line for each rule. Afterwards the page
 * lacks what was not looked at: of neighbours that differ in their texts and addresses alone, all but the
 * first two. A report has thousands of them, and axe-core looks at each.
 */
export async function violations(page: Page): Promise<unknown> {
  await page.evaluate(leaveFewAlike, alike);
  await page.addScriptTag({ content: axe });
  return page.evaluate(
    `axe.run({ resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map((node) => node.html).join(" | ")))`,
  );
}

/** Runs in the page. */
function leaveFewAlike(most: number): void {
  /** Attributes whose values styles and roles depend on; the others hold texts, addresses and coordinates. */
  const telling = new Set(["class", "role", "type", "open", "hidden", "disabled", "aria-hidden"]);
  const shapeOf = (node: Node): string => {
    if (node instanceof Text) return node.data.trim() === "" ? "" : "text";
    if (!(node instanceof Element)) return "";
    const attributes = [...node.attributes].map(({ name, value }) =>
      telling.has(name) ? `${name}=${value}` : name,
    );
    const within = new Set([...node.childNodes].map(shapeOf));
    return `<${node.localName} ${attributes.sort().join(" ")}>${[...within].join("")}</>`;
  };
  const visit = (parent: Element): void => {
    const counts = new Map<string, number>();
    for (const child of [...parent.children]) {
      const shape = shapeOf(child);
      const count = (counts.get(shape) ?? 0) + 1;
      counts.set(shape, count);
      if (count > most) child.remove();
      else visit(child);
    }
  };
  visit(document.body);
}
