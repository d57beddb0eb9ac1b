import type { ComponentChild } from "preact";
import type { Mark } from "../../view/matrix.ts";

/** A mark with its colour and shape, and in words for screen readers. */
export function OutcomeMark({
  mark,
  title,
}: {
  mark: Mark | null;
  title?: string;
}): ComponentChild {
  if (mark === null)
    return (
      <span class="mark none" aria-hidden="true">
        ·
      </span>
    );
  const words = title === undefined ? mark.meaning : `${title}: ${mark.meaning}`;
  return (
    <span class={`mark ${mark.color}`} title={words}>
      <span aria-hidden="true">{mark.shape}</span>
      <span class="heard">{words}</span>
    </span>
  );
}
