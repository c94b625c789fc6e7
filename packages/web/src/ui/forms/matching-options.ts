import type { ComboboxOption } from "./combobox.js";

const MAX_OPTIONS = 50;

/** The options in which every word occurs, those that begin with the text first. */
export function matchingOptions(options: readonly ComboboxOption[], text: string): ComboboxOption[] {
  const sought = text.trim().toLowerCase();
  const words = sought.split(/\s+/).filter(Boolean);
  const found = options.filter(({ label, description = "" }) => {
    const all = `${label} ${description}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const begins = ({ label, description = "" }: ComboboxOption): boolean =>
    label.toLowerCase().startsWith(sought) || description.startsWith(sought);
  return [...found.filter(begins), ...found.filter((option) => !begins(option))].slice(0, MAX_OPTIONS);
}
