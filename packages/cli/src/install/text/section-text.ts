import { endOfLine, lineEnd, lineStart, nextLine, splice } from "./text-format.js";

interface Section {
  readonly begin: string;
  readonly end: string;
  /** Includes both markers and a final newline. */
  readonly text: string;
}

interface Place {
  readonly from: number;
  readonly to: number;
}

function findSection(text: string, { begin, end }: Omit<Section, "text">): Place | undefined {
  const start = text.indexOf(begin);
  const last = start === -1 ? -1 : text.indexOf(end, start);
  return last === -1 ? undefined : { from: lineStart(text, start), to: lineEnd(text, last) };
}

/** The section as found in the file, with normalized line endings. */
export function readSection(text: string, section: Omit<Section, "text">): string | undefined {
  const place = findSection(text, section);
  return place && `${text.slice(place.from, place.to).replaceAll("\r\n", "\n")}\n`;
}

/** Replaces the section, or appends it at the end. */
export function putSection(text: string, section: Section): string {
  const eol = endOfLine(text);
  const own = section.text.replaceAll("\n", eol);
  const place = findSection(text, section);
  if (place) return splice(text, place.from, place.to, own.slice(0, -eol.length));
  if (text === "") return own;
  return `${text}${text.endsWith("\n") ? "" : eol}${eol}${own}`;
}

export function removeSection(text: string, section: Omit<Section, "text">): string {
  const place = findSection(text, section);
  if (!place) return text;
  const gap = /\n(\r?\n)$/.exec(text.slice(0, place.from))?.[1] ?? "";
  return splice(text, place.from - gap.length, nextLine(text, place.to));
}
