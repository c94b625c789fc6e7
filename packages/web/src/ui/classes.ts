import { twMerge } from "tailwind-merge";

/** Classes of a component, with those that its user adds having the last word. */
export const classes = (...names: readonly (string | false | undefined)[]): string =>
  twMerge(names.filter(Boolean).join(" "));
