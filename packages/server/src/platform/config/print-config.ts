import type { ConfigLine } from "./read-config.js";

/** What `--print-config` shows: one aligned line per variable, in the order of the contract. */
export function printConfig(lines: readonly ConfigLine[]): string {
  const width = Math.max(...lines.map(({ name }) => name.length));
  return lines
    .map(({ name, shown, source }) => `${name.padEnd(width)}  ${shown === "" ? "(empty)" : shown}  [${source}]`)
    .join("\n");
}
