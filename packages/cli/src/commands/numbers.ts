import { usageError } from "../errors.js";

/** The value of a numeric option; undefined when it was not given. */
export function wholeNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw usageError(`Invalid value "${text}" for ${flag}.`, `Expected a whole number, such as ${flag} 10`);
}
