import type { Variable } from "./variables.js";

/** `-e NAME`, also as two strings of a list of arguments; `export NAME=` */
const PASSED = [
  /[\s"'`](?:-e|--env)[\s=]["']?([A-Z][A-Z0-9_]{1,99})\b/gu,
  /["'](?:-e|--env)["'],\s{0,40}["']([A-Z][A-Z0-9_]{1,99})\b/gu,
  /\bexport ([A-Z][A-Z0-9_]{1,99})=/gu,
];
const ENV_BLOCK = /"env"\s{0,10}:\s{0,10}\{/gu;
const MAX_BLOCK = 4000;

/** The variables that a README shows how to set. */
export function readmeVariables(text: string): Variable[] {
  const names = new Set<string>();
  for (const pattern of PASSED) for (const [, name = ""] of text.matchAll(pattern)) names.add(name);
  for (const { index } of text.matchAll(ENV_BLOCK)) {
    const start = text.indexOf("{", index);
    const end = text.indexOf("}", start);
    const block = text.slice(start, end < 0 ? start : Math.min(end, start + MAX_BLOCK));
    for (const [, name = ""] of block.matchAll(/"([A-Z][A-Z0-9_]{1,99})"\s{0,10}:/gu)) names.add(name);
  }
  const described = descriptions(text);
  return [...names].map((name) => ({ name, description: described.get(name) ?? "" }));
}

/** What lists and tables say of names: "- `NAME`: what it is" and "| `NAME` | what it is |". */
export function descriptions(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const line of text.split("\n")) {
    const read = line.trim().startsWith("|") ? readRow(line) : readItem(line);
    if (read && !found.has(read.name)) found.set(read.name, read.description);
  }
  return found;
}

const bare = (text: string): string => text.replaceAll(/[`*]/gu, "").trim();

function readRow(line: string): Variable | undefined {
  const cells = line
    .split("|")
    .map(bare)
    .filter((cell) => cell !== "");
  const at = cells.findIndex((cell) => /^[A-Z][A-Z0-9_]+$/u.test(cell));
  const name = cells[at];
  const others = cells.slice(at + 1).filter((cell) => cell.includes(" "));
  const description = others.toSorted((a, b) => b.length - a.length)[0];
  return name !== undefined && description !== undefined ? { name, description } : undefined;
}

function readItem(line: string): Variable | undefined {
  const text = bare(line.slice(0, 1000));
  const [, name, description] = /^-?\s*([A-Z][A-Z0-9_]+)(?: \([^()]{0,60}\))? ?[:–—-] (.+)$/u.exec(text) ?? [];
  return name !== undefined && description !== undefined ? { name, description } : undefined;
}

/** The first sentences that say what the project is: no heading, badge, list or code. */
export function firstParagraph(text: string): string {
  let isCode = false;
  for (const block of text.slice(0, 20_000).split(/\n[ \t]*\n/u)) {
    const isFenced = block.includes("```");
    const line = block.trim();
    if (!isCode && !isFenced && /^[A-Za-z*_`][^|]{40,}$/u.test(line) && !line.includes("<img"))
      return line.slice(0, 1000);
    if (isFenced && block.split("```").length % 2 === 0) isCode = !isCode;
  }
  return "";
}
