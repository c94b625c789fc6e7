import { initialsOf } from "../text/initials.js";
import { SERIES_COLOURS } from "../theme/series-colours.js";

/** The same colour for the same harness wherever it is shown, also for one that only a deployment knows. */
function colourOf(id: string): string {
  const sum = Array.from(id, (character) => character.codePointAt(0) ?? 0).reduce((total, code) => total + code, 0);
  return SERIES_COLOURS[sum % SERIES_COLOURS.length] ?? SERIES_COLOURS[0];
}

/** A harness as a small sign before its name. Products' own logos are their makers' trademarks. */
export const HarnessMark = ({ id, name }: { readonly id: string; readonly name: string }) => (
  <span
    aria-hidden="true"
    className="mr-1.5 inline-flex size-4.5 items-center justify-center rounded-sm border bg-[color-mix(in_srgb,var(--mark)_14%,var(--canvas))] border-(--mark) shrink-0 text-[0.5rem] font-semibold text-ink"
    style={{ "--mark": `var(--${colourOf(id)})` } as object}
  >
    {initialsOf(name)}
  </span>
);
