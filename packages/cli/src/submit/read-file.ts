import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { parseData, parseMarkdown, type MarkdownFile } from "@tackroom/harness";
import { CliError, reasonOf } from "../errors.js";
import { exactTextOf } from "../text-of-bytes.js";
import type { Draft } from "./submission.js";

/** Larger than the server's limit for any text. */
const MAX_TEXT_SIZE = 1024 * 1024;

/** Without a byte order mark, which says nothing in a text that is parsed. */
export const readTextFile = (path: string): string => readExactText(path).replace(/^\uFEFF/, "");

/** For a file that is installed as it is. */
export function readExactText(path: string): string {
  let bytes: Buffer;
  try {
    const { size } = statSync(path);
    if (size > MAX_TEXT_SIZE) throw tooLarge(path, size);
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError("not_found", `Cannot read ${path} (${reasonOf(error)}).`, { resource: path, cause: error });
  }
  const text = exactTextOf(bytes);
  if (text !== undefined) return text;
  throw new CliError("validation", `${basename(path)} is not a text file.`, {
    resource: path,
    remediation: "Only UTF-8 text can be submitted. To include other files, submit a repository.",
  });
}

function tooLarge(path: string, size: number): CliError {
  return new CliError("validation", `${basename(path)} is too large: ${size} bytes (max ${MAX_TEXT_SIZE}).`, {
    resource: path,
    remediation: "Make it smaller, or leave it out.",
  });
}

/** JSON (with comments), TOML or YAML, depending on the extension. */
export function readDataFile(path: string): Draft {
  const text = readTextFile(path);
  return understood(path, () => parseData(path, text));
}

export function readMarkdownFile(path: string): MarkdownFile {
  const text = readTextFile(path);
  return understood(path, () => parseMarkdown(text));
}

function understood<Value>(path: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    throw new CliError("validation", `Cannot parse ${basename(path)}: ${reasonOf(error).split("\n")[0]}`, {
      resource: path,
      remediation: "Fix the file. In front matter, quote values that contain a colon or a #.",
      cause: error,
    });
  }
}
