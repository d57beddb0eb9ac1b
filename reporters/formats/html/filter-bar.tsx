import type { ComponentChild } from "preact";
import { areas } from "../../../contracts/areas.ts";
import type { PageSection } from "./section.tsx";

const outcomes = ["fail", "warn", "blocked", "skip", "error", "waived", "excluded", "pass"];

/** Leads through the page, and chooses what of it is shown; hidden where scripts don't run. */
export function FilterBar({ sections }: { sections: readonly PageSection[] }): ComponentChild {
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
        <form class="filters" id="filters" hidden>
          <label>
            <span class="heard">Text</span>
            <input
              type="search"
              name="text"
              placeholder="Filter: press /"
              autocomplete="off"
              spellcheck={false}
            />
          </label>
          <Choice name="area" every="all areas" values={areas} />
          <Choice name="level" every="must and should" values={["must", "should"]} />
          <Choice name="outcome" every="all outcomes" values={outcomes} />
          <button type="reset">Clear</button>
          <output id="shown" aria-live="polite" />
        </form>
      </search>
    </nav>
  );
}

interface ChoiceProps {
  readonly name: string;
  /** Label of the option that filters nothing. */
  readonly every: string;
  readonly values: readonly string[];
}

function Choice({ name, every, values }: ChoiceProps): ComponentChild {
  return (
    <label>
      <span class="heard">{name}</span>
      <select name={name}>
        <option value="">{every}</option>
        {values.map((value) => (
          <option value={value}>{value}</option>
        ))}
      </select>
    </label>
  );
}
