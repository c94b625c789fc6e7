import { CliError } from "../../errors.js";

export type Path = readonly string[];

/**
 * A configuration format, edited as text. Every function returns a text in which only the bytes of the change differ. If
 * that is not possible, it throws, and nothing is written.
 */
export interface TextFormat {
  /** Undefined when the document is empty. Throws `Unreadable`. */
  read(text: string): unknown;
  /** Sets a missing member, and creates the objects on the way to it. */
  insert(text: string, path: Path, value: unknown): string;
  replace(text: string, path: Path, value: unknown): string;
  remove(text: string, path: Path): string;
  /** Appends to a list, and creates the list if necessary. */
  append(text: string, list: Path, value: unknown): string;
  removeElement(text: string, list: Path, index: number): string;
}

/** A text that the parser rejects. Line numbers start at one. */
export class Unreadable extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/** The line ending of the file, taken from its first line. */
export const endOfLine = (text: string): string => (/\r?\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n");

/** The start of the line that contains the offset. */
export const lineStart = (text: string, offset: number): number => text.lastIndexOf("\n", offset - 1) + 1;

/** The end of the line that contains the offset, before the line ending. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  if (end === -1) return text.length;
  return end > offset && text[end - 1] === "\r" ? end - 1 : end;
}

/** The start of the next line. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end + 1;
}

export const indentationAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? "";

export const splice = (text: string, from: number, to: number, put = ""): string =>
  text.slice(0, from) + put + text.slice(to);

/** The text is valid, but the change cannot be made in it. */
export const cannotEdit = (what: string): CliError =>
  new CliError("conflict", what, { remediation: "Change that part of the file by hand, then retry." });
