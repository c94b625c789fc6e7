import type { FieldError } from "@tackroom/contract";
import { textOf, type Fields } from "./fields.js";

/** A file name that any file system takes as one, and that cannot lead elsewhere. */
export function checkFileName(name: string, path: string): FieldError[] {
  if (/^[^/\\:\p{Cc}]{1,200}$/u.test(name) && name !== "." && name !== "..") return [];
  return [{ path, message: `Must be a file name without a path, such as "run.sh".` }];
}

/** A relative path that stays in the folder that it is relative to, on every file system. */
export function isInside(path: string): boolean {
  return !/^[A-Za-z]:|[\\\p{Cc}]/u.test(path) && !path.split("/").some((it) => it === "" || it === "." || it === "..");
}

export interface SourceNames {
  readonly url: string;
  readonly ref: string;
  readonly path?: string;
}

/** Where in which repository something is: what git or a shell could take for an option or for another place is refused. */
export function checkSource(fields: Fields, names: SourceNames): FieldError[] {
  const errors: FieldError[] = [];
  const url = textOf(fields, names.url);
  const ref = textOf(fields, names.ref);
  const path = names.path && textOf(fields, names.path);
  if (url !== undefined && /^(ssh:\/\/|git@)([^/@]*@)?-/.test(url)) {
    errors.push({ path: names.url, message: "Invalid repository URL: the host starts with a hyphen." });
  }
  if (ref !== undefined && (/^[-/]|[\s~^:?*[\\\p{Cc}]|\.\.|@\{|\/$/u.test(ref) || ref.endsWith(".lock"))) {
    errors.push({ path: names.ref, message: "Invalid git reference. Must be a branch, a tag or a commit." });
  }
  if (names.path && path && (/[\\\p{Cc}]/u.test(path) || path.split("/").includes(".."))) {
    errors.push({
      path: names.path,
      message: `Must be a path inside the repository, such as "/skills/pdf", without ".." or backslashes.`,
    });
  }
  return errors;
}
