/** Without the spaces that all lines begin with, as Python's `textwrap.dedent` does it. */
export function dedent(text: string): string {
  const lines = text.split("\n");
  const margins = lines.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const margin = margins.reduce((least, each) => Math.min(least, each), Infinity);
  return lines.map((line) => (line.trim() === "" ? "" : line.slice(margin))).join("\n");
}

/** A docstring as Python shows it: the first line begins at once, so its margin is not that of the others. */
export function cleanDocstring(text: string): string {
  const [first = "", ...others] = text.split("\n");
  return [first.trim(), dedent(others.join("\n"))].join("\n").trim();
}
