import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import type { Machine } from "../cli.js";
import { CliError } from "../errors.js";
import { LARGEST_TEXT, readMarkdownFile, readTextFile } from "./read-file.js";
import { fileIn, nameOfGit, type Source } from "./source.js";
import { draftIn, present, textIn, type Draft } from "./submission.js";

const MOST_FILES = 100;
/** What tools leave behind, and nobody wrote. */
const LEFT_OUT = /^(?:\..*|node_modules|__pycache__|Thumbs\.db|.*\.pyc)$/;

/** A folder with SKILL.md and the files beside it, a SKILL.md alone, or a repository that has one. */
export function readSkill(machine: Machine, source: Source): Draft {
  if (source.kind === "git") {
    const { url, ref } = source;
    // A browser shows the file; the skill is the folder that it is in.
    const path = source.path?.replace(/(^|\/)SKILL\.md$/i, "");
    const place = { git_url: url, git_ref: ref, skill_path: path ? `/${path}` : undefined };
    return present({ name: nameOfGit(path ? { url, path } : { url }), ...place, delivery_mode: "git_fetch" });
  }
  const path = fileIn(source, ["SKILL.md", "skill.md"], "SKILL.md");
  const { members } = readMarkdownFile(path);
  const files = source.kind === "folder" ? bundledFiles(machine, source.path, path) : [];
  return present({
    name: textIn(members, "name") ?? basename(dirname(path)),
    description: textIn(members, "description"),
    version: textIn(draftIn(members, "metadata"), "version") ?? textIn(members, "version"),
    skill_md_content: readTextFile(path),
    delivery_mode: "registry_direct",
    files: files.length === 0 ? undefined : files,
  });
}

interface SkillFile {
  readonly path: string;
  readonly content: string;
  readonly executable: boolean;
}

function bundledFiles({ platform }: Machine, folder: string, skillMd: string): SkillFile[] {
  const paths = filesUnder(folder).filter((path) => path !== skillMd);
  if (paths.length > MOST_FILES) {
    throw tooMuch(folder, `It has ${paths.length} files beside SKILL.md; at most ${MOST_FILES} are taken.`);
  }
  const files = paths.map((path) => {
    const content = readTextFile(path);
    // Windows keeps no such mark; a program says in its first line what runs it.
    const isMarked = platform === "win32" ? content.startsWith("#!") : (statSync(path).mode & 0o111) !== 0;
    return { path: relative(folder, path).split(sep).join("/"), content, executable: isMarked };
  });
  const bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  if (bytes > LARGEST_TEXT) {
    throw tooMuch(folder, `Its files have ${bytes} bytes together; at most ${LARGEST_TEXT} are taken.`);
  }
  return files;
}

const tooMuch = (folder: string, message: string): CliError =>
  new CliError("validation", message, {
    resource: folder,
    remediation: "Leave some out, or submit the repository: tack registry skill submit https://…",
  });

/** In order of their paths. A link is followed only to a file of the same folder. */
function filesUnder(root: string, folder = root): string[] {
  const names = readdirSync(folder)
    .filter((name) => !LEFT_OUT.test(name))
    .toSorted();
  return names.flatMap((name) => {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isDirectory()) return filesUnder(root, path);
    if (stat.isFile()) return [path];
    if (!stat.isSymbolicLink()) return [];
    const real = realpathSync(path);
    if (real.startsWith(realpathSync(root) + sep) && statSync(real).isFile()) return [path];
    throw new CliError("validation", `${relative(root, path)} is a link to outside of the skill, or to a folder.`, {
      resource: path,
      remediation: "Put the file itself there, or remove the link.",
    });
  });
}
