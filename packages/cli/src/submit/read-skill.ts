import { basename, dirname } from "node:path";
import { warn } from "../ask.js";
import type { Cli } from "../cli.js";
import { readMarkdownFile, readTextFile } from "./read-file.js";
import { bundledFiles } from "./skill-files.js";
import { fileIn, nameOfGit, type Source } from "./source.js";
import { draftIn, present, textIn, type Draft } from "./submission.js";

/** A folder with SKILL.md and other files, a single SKILL.md, or a repository that contains one. */
export function readSkill(cli: Cli, source: Source): Draft {
  if (source.kind === "git") {
    const { url, ref } = source;
    // The URL points to the file; the skill is its folder.
    const path = source.path?.replace(/(^|\/)SKILL\.md$/i, "");
    const place = { git_url: url, git_ref: ref, skill_path: path ? `/${path}` : undefined };
    return present({ name: nameOfGit(path ? { url, path } : { url }), ...place, delivery_mode: "git_fetch" });
  }
  const path = fileIn(source, ["SKILL.md", "skill.md", "Skill.md", "SKILL.MD"], "SKILL.md");
  const { members } = readMarkdownFile(path);
  const { files, leftOut } =
    source.kind === "folder" ? bundledFiles(cli, source.path, path) : { files: [], leftOut: [] };
  if (leftOut.length > 0) warn(cli, [`Left out of the skill, because they may be private: ${leftOut.join(", ")}`]);
  return present({
    name: textIn(members, "name") ?? basename(dirname(path)),
    description: textIn(members, "description"),
    version: textIn(draftIn(members, "metadata"), "version") ?? textIn(members, "version"),
    skill_md_content: readTextFile(path),
    delivery_mode: "registry_direct",
    files: files.length === 0 ? undefined : files,
  });
}
