import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import type { FileFormat, FileToMerge, FileToWrite } from "../neutral.js";

type Members = Record<string, unknown>;

export function parseText(format: FileFormat, text: string): unknown {
  if (format === "toml") return parseToml(text);
  if (format === "yaml") return parseYaml(text);
  return JSON.parse(text);
}

export interface Document {
  readonly members: Members;
  /** What follows the front matter; absent when the file is all data. */
  readonly body?: string;
}

/** A file as the harness's own parser sees it. */
export function readFile({ path, content }: FileToWrite): Document {
  if (content.startsWith("---\n")) {
    const end = content.indexOf("\n---\n", 3);
    return { members: parseYaml(content.slice(4, end)) as Members, body: content.slice(end + "\n---\n\n".length) };
  }
  const ending = path.split(".").at(-1) ?? "";
  if (ending === "json" || ending === "toml" || ending === "yaml") {
    return { members: parseText(ending, content) as Members };
  }
  return { members: {}, body: content };
}

export function isMerged(file: FileToWrite | FileToMerge): file is FileToMerge {
  return "text" in file;
}

/** What a JSON pointer leads to; `-` stands for any element. */
export function follow(value: unknown, pointer: string): unknown {
  let found = value;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    found = key === "-" && Array.isArray(found) ? found[0] : (found as Members | undefined)?.[key];
  }
  return found;
}
