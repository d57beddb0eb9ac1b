// @ts-check
/*
 * What the page does: filter, open, copy. Browsers run this file as it is, so it uses only features that they
 * have had for years. Without it, everything on the page is still there.
 */
(() => {
  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const form = /** @type {HTMLFormElement} */ (byId("filters"));
  const shown = /** @type {HTMLOutputElement} */ (byId("shown"));
  const input = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
  const names = /** @type {const} */ ([
    "text",
    "endpoint",
    "version",
    "auth",
    "area",
    "level",
    "outcome",
  ]);
  const styles = [.../** @type {HTMLSelectElement} */ (form.elements.namedItem("auth")).options]
    .map(({ value }) => value)
    .filter((value) => value !== "");
  const squares = (form.dataset.squares ?? "").split(" ").map((square) => square.split("|"));
  const items = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-area]")]);
  const requirements = items.filter((item) => item.classList.contains("requirement"));
  const sections = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".section")]);
  /** @type {WeakMap<HTMLElement, string>} */
  const texts = new WeakMap();
  /** @type {WeakMap<HTMLElement, [string, bigint][]>} */
  const outcomes = new WeakMap();
  /** @type {WeakMap<Element, string>} */
  const counts = new WeakMap();

  /** @param {HTMLElement} item */
  function textOf(item) {
    const known = texts.get(item) ?? (item.textContent ?? "").toLowerCase();
    texts.set(item, known);
    return known;
  }

  /**
   * Each outcome of an item with the cells that have it.
   * @param {HTMLElement} item
   */
  function outcomesOf(item) {
    const known =
      outcomes.get(item) ??
      (item.dataset.in ?? "").split(" ").map((part) => {
        const [outcome = "", mask = "0"] = part.split(":");
        return /** @type {[string, bigint]} */ ([outcome, BigInt(`0x${mask}`)]);
      });
    outcomes.set(item, known);
    return known;
  }

  // Read while nothing else is done, a few at a time, so that the first key does not wait for all of it.
  let unread = items.length;
  function readAhead() {
    const end = unread;
    unread = Math.max(0, end - 20);
    for (const item of items.slice(unread, end)) textOf(item);
    if (unread > 0) requestIdleCallback(readAhead);
  }
  if ("requestIdleCallback" in window) requestIdleCallback(readAhead);

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
   * The chosen cells as a number with a bit for each; null if every cell is.
   * @param {Record<string, string>} filter
   */
  function cellsOf({ endpoint, version, auth }) {
    if (!endpoint && !version && !auth) return null;
    let mask = 0n;
    squares.forEach(([where, when], index) => {
      if ((endpoint && endpoint !== where) || (version && version !== when)) return;
      styles.forEach((style, place) => {
        if (!auth || auth === style) mask |= 1n << BigInt(index * styles.length + place);
      });
    });
    return mask;
  }

  /**
   * @param {HTMLElement} item
   * @param {Record<string, string>} filter
   * @param {bigint | null} cells
   */
  function fits(item, filter, cells) {
    const { area, level } = item.dataset;
    if (filter.area && filter.area !== area) return false;
    if (filter.level && filter.level !== level) return false;
    if (filter.outcome || cells !== null) {
      const some = outcomesOf(item).some(
        ([outcome, mask]) =>
          (!filter.outcome || filter.outcome === outcome) &&
          (cells === null || (mask & cells) !== 0n),
      );
      if (!some) return false;
    }
    if (!filter.text) return true;
    const words = filter.text.toLowerCase().split(/\s+/);
    return words.every((word) => textOf(item).includes(word));
  }

  /**
   * What holds items, each with them; looked up once, since a filter is applied with every key.
   * @param {Iterable<Element>} holders
   */
  function withItems(holders) {
    return [...holders].flatMap((holder) => {
      const held = /** @type {HTMLElement[]} */ ([...holder.querySelectorAll("[data-area]")]);
      return held.length === 0 ? [] : [{ holder, held }];
    });
  }
  const groups = withItems(document.querySelectorAll(".clause, .area, .cell, .reason"));
  const parts = withItems(sections).map(({ holder, held }) => {
    const cards = held.filter((one) => one.classList.contains("card"));
    return {
      holder,
      held,
      count: holder.querySelector("[data-count]"),
      // What the number after its title counts.
      counted: cards.length > 0 ? cards : held,
    };
  });
  const nested = [...document.querySelectorAll(".card .card")];
  const links = [...document.querySelectorAll(".square a")];

  /**
   * @param {Element} element
   * @param {boolean} isHidden
   */
  function setHidden(element, isHidden) {
    if (element.hasAttribute("hidden") !== isHidden) element.toggleAttribute("hidden", isHidden);
  }

  /** @param {Element} one */
  const isLeft = (one) => !one.hasAttribute("hidden");

  /**
   * What holds nothing any more is hidden with what it held, and what is counted follows.
   * @param {boolean} isFiltered
   */
  function hideEmpty(isFiltered) {
    for (const { holder, held } of groups) setHidden(holder, !held.some(isLeft));
    for (const { holder, held, count, counted } of parts) {
      setHidden(holder, !held.some(isLeft));
      if (count === null) continue;
      const all = counts.get(count) ?? count.textContent ?? "";
      counts.set(count, all);
      count.textContent = isFiltered
        ? ` ${counted.filter(isLeft).length} of ${counted.length}`
        : all;
    }
  }

  function apply() {
    const filter = chosen();
    const isFiltered = Object.keys(filter).length > 0;
    const cells = cellsOf(filter);
    for (const item of items) setHidden(item, !fits(item, filter, cells));
    // A card that holds one that fits is shown around it.
    for (const card of nested.filter(isLeft)) {
      for (let one = card.parentElement; one !== null; one = one.parentElement) {
        if (one.classList.contains("card")) one.removeAttribute("hidden");
      }
    }
    hideEmpty(isFiltered);
    const left = requirements.filter(isLeft).length;
    shown.value = isFiltered ? `${left} of ${requirements.length} requirements` : "";
    byId("nothing").hidden = items.some(isLeft);
    for (const link of links) {
      link.classList.toggle("aside", cells !== null && !isIn(link, filter));
    }
    return filter;
  }

  /**
   * Whether the cell that a link shows is chosen.
   * @param {Element} link
   * @param {Record<string, string>} filter
   */
  function isIn(link, filter) {
    const query = new URLSearchParams((link.getAttribute("href") ?? "").slice(2));
    return ["endpoint", "version", "auth"].every(
      (name) => !filter[name] || filter[name] === query.get(name),
    );
  }

  /** The choice is kept in the URL, so that a link shows the same. */
  function remember() {
    const query = new URLSearchParams(apply()).toString();
    const address = query === "" ? location.pathname + location.search : `#?${query}`;
    history.replaceState(null, "", address);
  }

  /** Shows what the address chooses; of a cell its failures first, or else its checks. */
  function recall() {
    if (!location.hash.startsWith("#?")) return;
    const query = new URLSearchParams(location.hash.slice(2));
    for (const name of names) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = query.get(name) ?? "";
      if (field instanceof HTMLSelectElement) {
        field.value = query.get(name) ?? "";
        // A link from another report may name what this one does not have.
        if (field.selectedIndex === -1) field.value = "";
      }
    }
    const filter = apply();
    // In a task of its own, so that neither is long.
    if (filter.endpoint || filter.version || filter.auth) setTimeout(() => showCell(filter));
  }

  /** @param {Record<string, string>} filter */
  function showCell(filter) {
    openChecks(filter);
    const first = ["failures", "known", "warnings", "waived", "blocked", "checks"]
      .map((id) => document.getElementById(id))
      .find((section) => section !== null && !section.hidden);
    const card = first?.querySelector(".card:not([hidden])");
    if (card instanceof HTMLDetailsElement) card.open = true;
    first?.scrollIntoView();
    const summary = first?.querySelector(":not([hidden]) > summary");
    if (summary instanceof HTMLElement) summary.focus({ preventScroll: true });
  }

  /**
   * The checks of the chosen squares are open where they are few.
   * @param {Record<string, string>} filter
   */
  function openChecks({ endpoint, version }) {
    const checks = document.getElementById("checks");
    if (!(checks instanceof HTMLDetailsElement) || !endpoint) return;
    checks.open = true;
    for (const cell of checks.querySelectorAll("details")) {
      const [where, when] = (cell.dataset.square ?? "").split("|");
      cell.open = where === endpoint && (!version || version === when);
    }
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

  /**
   * Moves to another card that is shown.
   * @param {number} by 1 or -1
   */
  function move(by) {
    const cards = [...document.querySelectorAll(".card > summary")].filter((summary) =>
      summary.checkVisibility ? summary.checkVisibility() : summary.getClientRects().length > 0,
    );
    const current = cards.indexOf(/** @type {Element} */ (document.activeElement));
    const next = current === -1 ? (by > 0 ? 0 : cards.length - 1) : current + by;
    const summary = cards[next];
    if (!(summary instanceof HTMLElement)) return;
    summary.focus({ preventScroll: true });
    summary.parentElement?.scrollIntoView();
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

  const opener = byId("filter-button");
  const keys = /** @type {HTMLDialogElement} */ (byId("keys"));
  form.hidden = false;
  opener.hidden = false;
  opener.addEventListener("click", () => {
    const isOpen = form.classList.toggle("opened");
    opener.setAttribute("aria-expanded", String(isOpen));
  });
  form.addEventListener("input", remember);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(remember));
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    const typing = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (key === "Escape" && !keys.open && Object.keys(chosen()).length > 0) {
      form.reset();
      if (typing) target.blur();
    }
    if (typing || keys.open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === "/") {
      event.preventDefault();
      form.classList.add("opened");
      input.focus();
      input.select();
    }
    if (key === "?") keys.showModal();
    if (key === "j") move(1);
    if (key === "k") move(-1);
  });
  /** @type {HTMLDetailsElement[]} */
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = /** @type {HTMLDetailsElement[]} */ ([
      ...document.querySelectorAll(
        ".section > .card:not([open]), .reason:not([open]), .more-causes:not([open]), " +
          "#unjudged:not([open]), #descriptions:not([open]), #latency:not([open]), #coverage:not([open])",
      ),
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
