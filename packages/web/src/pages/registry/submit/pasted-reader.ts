import type { readPasted } from "@tackroom/harness/pasted";

/** Loaded with the first text: the parsers of JSON, TOML and command lines are not needed to show the form. */
export const pastedReader = async (): Promise<typeof readPasted> =>
  (await import("@tackroom/harness/pasted")).readPasted;
