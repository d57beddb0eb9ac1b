import type { ComponentChild } from "preact";
import { areas } from "../../../contracts/areas.ts";
import { compareVersions } from "../../model/order.ts";
import { type CellMasks, styleNames } from "./cell-masks.ts";
import type { PageSection } from "./section.tsx";

const outcomes = ["fail", "warn", "blocked", "skip", "error", "waived", "excluded", "pass"];

const keys: readonly (readonly [key: string, does: string])[] = [
  ["j, k", "next and previous card"],
  ["Enter", "open or close the card"],
  ["/", "search"],
  ["Esc", "clear the filter"],
  ["?", "these keys"],
];

interface FilterBarProps {
  readonly sections: readonly PageSection[];
  readonly masks: CellMasks;
}

/** Leads through the page, and chooses what of it is shown; the filters are hidden where scripts don't run. */
export function FilterBar({ sections, masks }: FilterBarProps): ComponentChild {
  const { squares } = masks;
  const endpoints = [...new Set(squares.map(([endpoint]) => endpoint))];
  const versions = [...new Set(squares.map(([, version]) => version))].sort(compareVersions);
  return (
    <nav class="bar" aria-label="This page">
      <a class="skip" href="#main">
        Skip to the results
      </a>
      <ul class="contents">
        {sections.map(({ id, title }) => (
          <li>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
      <search>
        <button
          type="button"
          id="filter-button"
          aria-expanded="false"
          aria-controls="filters"
          hidden
        >
          Filter
        </button>
        <form
          class="filters"
          id="filters"
          data-squares={squares.map((square) => square.join("|")).join(" ")}
          hidden
        >
          <label>
            <span class="heard">Text</span>
            <input
              type="search"
              name="text"
              placeholder="Filter (press /)"
              title="Press / to filter, ? for all keys"
              autocomplete="off"
              spellcheck={false}
            />
          </label>
          <Choice
            name="endpoint"
            every="all endpoints"
            values={endpoints}
            texts={endpoints.map((one) => one.replace("/", " /"))}
          />
          <Choice name="version" every="all versions" values={versions} />
          <Choice
            name="auth"
            every="all styles"
            values={styleNames}
            texts={["no specific style", ...styleNames.slice(1)]}
          />
          <Choice name="area" every="all areas" values={areas} />
          <Choice name="level" every="must and should" values={["must", "should"]} />
          <Choice name="outcome" every="all outcomes" values={outcomes} />
          <button type="reset">Clear</button>
          <output id="shown" aria-live="polite" />
        </form>
      </search>
      <dialog id="keys" aria-labelledby="keys-title">
        <h2 id="keys-title">Keys</h2>
        <dl>
          {keys.map(([key, does]) => (
            <div>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </nav>
  );
}

interface ChoiceProps {
  readonly name: string;
  /** Label of the option that filters nothing. */
  readonly every: string;
  readonly values: readonly string[];
  /** What the options say; by default their values. */
  readonly texts?: readonly string[];
}

function Choice({ name, every, values, texts = values }: ChoiceProps): ComponentChild {
  return (
    <label>
      <span class="heard">{name}</span>
      <select name={name}>
        <option value="">{every}</option>
        {values.map((value, index) => (
          <option value={value}>{texts[index]}</option>
        ))}
      </select>
    </label>
  );
}
