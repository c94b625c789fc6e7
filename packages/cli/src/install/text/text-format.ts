import { CliError } from "../../errors.js";

export type Path = readonly string[];

/**
 * A configuration format as text. Every function answers with a text in which only the bytes of the change differ; where
 * that cannot be done it throws, and nothing is written.
 */
export interface TextFormat {
  /** Undefined when the document is empty. Throws `Unreadable`. */
  read(text: string): unknown;
  /** Sets a member that is absent, and makes the objects on the way to it. */
  insert(text: string, path: Path, value: unknown): string;
  replace(text: string, path: Path, value: unknown): string;
  remove(text: string, path: Path): string;
  /** Adds to the end of a list, and makes the list when there is none. */
  append(text: string, list: Path, value: unknown): string;
  removeElement(text: string, list: Path, index: number): string;
}

/** A text that its parser refuses; the line counts from one. */
export class Unreadable extends Error {
  readonly line: number;

  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/** The end of line that the file uses, by its first one. */
export const endOfLine = (text: string): string => (/\r?\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n");

/** Where the line begins that the offset is on. */
export const lineStart = (text: string, offset: number): number => text.lastIndexOf("\n", offset - 1) + 1;

/** Where the line ends that the offset is on, before its end of line. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  if (end === -1) return text.length;
  return end > offset && text[end - 1] === "\r" ? end - 1 : end;
}

/** Where the next line begins. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end + 1;
}

export const indentationAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? "";

export const splice = (text: string, from: number, to: number, put = ""): string =>
  text.slice(0, from) + put + text.slice(to);

/** The text can be read, but what it says leaves no room for the change. */
export const cannotEdit = (what: string): CliError =>
  new CliError("conflict", what, { remediation: "Change that part of the file by hand, then retry." });
