import { shorten } from "@tackroom/contract/shorten";
const MAX_LENGTH = 1000;

/** The first paragraph of a Markdown text that says something: no heading, list, table, quote, code or comment. */
export function firstParagraph(markdown: string): string | undefined {
  const lines = withoutFences(markdown.replaceAll(/\r\n?/g, "\n").split("\n"));
  const start = lines.findIndex(isProse);
  if (start === -1) return undefined;
  const end = lines.findIndex((line, at) => at > start && !isProse(line));
  const text = lines
    .slice(start, end === -1 ? undefined : end)
    .map((line) => line.trim())
    .join(" ");
  return shorten(text, MAX_LENGTH);
}

const isProse = (line: string): boolean =>
  line.trim() !== "" && !/^\s*(?:[#>|<]|[-*+=_]{3}|[-*+] |\d{1,9}[.)] |!\[|\{%)/.test(line);

/** Code says nothing of what it is for. */
function withoutFences(lines: readonly string[]): string[] {
  let isCode = false;
  return lines.map((line) => {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    return isFence || isCode ? "" : line;
  });
}
