import { basename, extname } from "node:path";
import { warn } from "../ask.js";
import type { Cli } from "../cli.js";
import { CliError } from "../errors.js";
import { describedBy } from "./described-by.js";
import { readDataFile, readMarkdownFile } from "./read-file.js";
import { fileIn, notFromGit, type Source } from "./source.js";
import { present, textIn, type Draft } from "./submission.js";

/** Markdown with `{{ name }}` variables, or data with `template` or a harness's `prompt`. */
export function readPrompt(cli: Cli, source: Source): Draft {
  if (source.kind === "git") throw notFromGit("prompt");
  const path = fileIn(source, ["PROMPT.md", "prompt.md", "prompt.yaml", "prompt.yml", "prompt.json"], "prompt");
  const { members, body } = /\.(?:md|mdx|txt)$/.test(path) ? readMarkdownFile(path) : { members: readDataFile(path) };
  const template = body ?? textIn(members, "template", "prompt");
  if (template === undefined || template.trim() === "") {
    throw new CliError("validation", `${basename(path)} has no text besides its front matter.`, {
      resource: path,
      remediation: "Write the prompt below the front matter, with variables as {{ name }}.",
    });
  }
  const leftOut = Object.keys(members).filter((name) => !READ.has(name) && (members[name] ?? "") !== "");
  if (leftOut.length > 0)
    warn(cli, [
      `Ignored in ${basename(path)}, because the registry does not support it: ${leftOut.toSorted().join(", ")}`,
    ]);
  return present({
    name: textIn(members, "name", "title") ?? basename(path, extname(path)).replace(/\.prompt$/, ""),
    description: describedBy(cli, path, textIn(members, "description"), template),
    version: textIn(members, "version"),
    category: textIn(members, "category"),
    template,
    variables: variablesOf(members["variables"]),
    tags: members["tags"],
    model_hints: members["model_hints"],
    supported_harnesses: members["supported_harnesses"],
  });
}

const READ = new Set([
  "name",
  "title",
  "description",
  "version",
  "category",
  "template",
  "prompt",
  "variables",
  "tags",
  "model_hints",
  "supported_harnesses",
]);

/** A list of variables, a list of names, or an object with a description for each name. */
function variablesOf(given: unknown): readonly Draft[] | undefined {
  if (Array.isArray(given)) {
    return given.map((element: unknown) =>
      typeof element === "object" && element !== null ? (element as Draft) : { name: String(element) },
    );
  }
  if (typeof given !== "object" || given === null) return undefined;
  return Object.entries(given).map(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null
      ? { name, ...value }
      : present({ name, description: value ?? undefined }),
  );
}
