import { basename } from "node:path";
import { firstParagraph } from "@tackroom/harness";
import { warn } from "../ask.js";
import type { Cli } from "../cli.js";

/** The description of a source, or its first paragraph, which is then reported. */
export function describedBy(cli: Cli, path: string, given: string | undefined, text = ""): string | undefined {
  if (given !== undefined) return given;
  const paragraph = firstParagraph(text);
  if (paragraph !== undefined) {
    warn(cli, [`${basename(path)} has no description; using its first paragraph. Override it with --description.`]);
  }
  return paragraph;
}
