// @ts-check
/*
 * What the page does besides being there: filter, open, copy. It runs in browsers as it stands, so that
 * it is written in what they have had for years, and everything is there without it too.
 */
(() => {
  const form = /** @type {HTMLFormElement} */ (document.getElementById("filters"));
  const shown = /** @type {HTMLOutputElement} */ (document.getElementById("shown"));
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
  const names = /** @type {const} */ (["text", "area", "level", "outcome"]);
  const items = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-area]")]);
  const requirements = items.filter((item) => item.classList.contains("requirement"));
  /** @type {WeakMap<HTMLElement, string>} */
  const texts = new WeakMap();

  /** @param {HTMLElement} item */
  function textOf(item) {
    const known = texts.get(item) ?? (item.textContent ?? "").toLowerCase();
    texts.set(item, known);
    return known;
  }

  /** @returns {Record<string, string>} */
  function chosen() {
    const data = new FormData(form);
    return Object.fromEntries(
      names
        .map((name) => [name, String(data.get(name) ?? "").trim()])
        .filter(([, value]) => value !== ""),
    );
  }

  /**
   * @param {HTMLElement} item
   * @param {Record<string, string>} filter
   */
  function fits(item, filter) {
    const { area, level, outcome = "" } = item.dataset;
    if (filter.area && filter.area !== area) return false;
    if (filter.level && filter.level !== level) return false;
    if (filter.outcome && !outcome.split(" ").includes(filter.outcome)) return false;
    if (!filter.text) return true;
    const words = filter.text.toLowerCase().split(/\s+/);
    return words.every((word) => textOf(item).includes(word));
  }

  /** What holds nothing any more is hidden with what it held. */
  function hideEmpty() {
    for (const holder of document.querySelectorAll(".clause, .cell, .reason")) {
      const held = [...holder.querySelectorAll("[data-area]")];
      holder.toggleAttribute(
        "hidden",
        held.length > 0 && held.every((one) => one.hasAttribute("hidden")),
      );
    }
    for (const section of document.querySelectorAll("main > section")) {
      const held = [...section.querySelectorAll("[data-area]")];
      section.toggleAttribute(
        "hidden",
        held.length > 0 && held.every((one) => one.hasAttribute("hidden")),
      );
    }
  }

  function apply() {
    const filter = chosen();
    for (const item of items) item.toggleAttribute("hidden", !fits(item, filter));
    hideEmpty();
    const left = requirements.filter((item) => !item.hasAttribute("hidden")).length;
    const isFiltered = Object.keys(filter).length > 0;
    shown.value = isFiltered ? `${left} of ${requirements.length} requirements` : "";
    return filter;
  }

  /** The choice stands in the address, so that a link shows the same. */
  function remember() {
    const query = new URLSearchParams(apply()).toString();
    const address = query === "" ? location.pathname + location.search : `#?${query}`;
    history.replaceState(null, "", address);
  }

  function recall() {
    if (!location.hash.startsWith("#?")) return;
    const query = new URLSearchParams(location.hash.slice(2));
    for (const name of names) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
        field.value = query.get(name) ?? "";
      }
    }
    apply();
  }

  /** Opens whatever holds the place that the address names, and shows it though it was filtered out. */
  function openTarget() {
    if (location.hash === "" || location.hash.startsWith("#?")) return;
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target === null) return;
    for (let one = /** @type {Element | null} */ (target); one !== null; one = one.parentElement) {
      one.removeAttribute("hidden");
      if (one instanceof HTMLDetailsElement) one.open = true;
    }
    target.scrollIntoView();
    const focusable = target.querySelector("summary");
    if (focusable !== null) focusable.focus({ preventScroll: true });
  }

  /** @param {string} text */
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // A page from a file, or one without the permission, has the old way only.
      const area = document.createElement("textarea");
      area.value = text;
      area.className = "heard";
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (
    document.querySelectorAll("button.copy")
  )) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const code = button.parentElement?.querySelector("code")?.textContent ?? "";
      button.textContent = (await copy(code)) ? "Copied" : "Select it and copy";
      button.focus();
      setTimeout(() => {
        button.textContent = "Copy";
      }, 2000);
    });
  }

  form.hidden = false;
  form.addEventListener("input", remember);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(remember));
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    const typing = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
      input.select();
    }
    if (event.key === "Escape" && typing) {
      form.reset();
      input.blur();
    }
  });
  /** @type {HTMLDetailsElement[]} */
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = /** @type {HTMLDetailsElement[]} */ ([
      ...document.querySelectorAll(".card:not([open]), .reason:not([open])"),
    ]);
    for (const one of closed) one.open = true;
  });
  addEventListener("afterprint", () => {
    for (const one of closed) one.open = false;
  });
  addEventListener("hashchange", () => {
    recall();
    openTarget();
  });
  recall();
  openTarget();
})();
