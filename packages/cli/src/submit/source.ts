import { existsSync, statSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import type { Machine } from "../cli.js";
import { CliError, usageError } from "../errors.js";
import { pathInside } from "../path-inside.js";

export type Source =
  | { readonly kind: "git"; readonly url: string; readonly ref?: string; readonly path?: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "folder"; readonly path: string };

/** Resolves the argument to a folder, a file or a repository. Defaults to the current folder. */
export function sourceOf({ cwd }: Pick<Machine, "cwd">, given = "."): Source {
  if (isGitUrl(given)) return gitSource(given);
  const path = resolve(cwd, given);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return { kind: "folder", path };
  if (stat?.isFile()) return { kind: "file", path };
  throw new CliError("not_found", `${given} not found: it is neither a file nor a folder.`, {
    resource: path,
    remediation: "Pass a folder, a file, or a repository such as https://github.com/acme/tools",
  });
}

export const isGitUrl = (text: string): boolean => /^(?:https?:\/\/|ssh:\/\/|git@)\S+$/.test(text);

/** Also accepts the browser URL of a repository folder, and a trailing `#ref`. */
function gitSource(text: string): Source {
  const [address = "", fragment] = text.split("#", 2);
  if (/^https?:\/\/[^/]*@/.test(address)) {
    throw usageError("The URL contains a username or password.", "Remove it. The server uses its own credentials.");
  }
  const [, page, pageRef, pagePath] =
    /^(https?:\/\/.+?)(?:\/-)?\/(?:tree|blob)\/([^/]+)(?:\/(.*?))?\/?$/.exec(address) ?? [];
  if (page !== undefined && pageRef !== undefined) {
    return { kind: "git", url: page, ref: fragment ?? pageRef, ...(pagePath && { path: pagePath }) };
  }
  return { kind: "git", url: address.replace(/\/+$/, ""), ...(fragment && { ref: fragment }) };
}

/** The name of a repository, or of the folder in it. */
export function nameOfGit({ url, path }: { readonly url: string; readonly path?: string }): string {
  return (
    (path ?? url)
      .split(/[/:]/)
      .at(-1)
      ?.replace(/\.git$/, "") ?? ""
  );
}

/** The file itself, or the first of the given names that exists in the folder. */
export function fileIn(source: Exclude<Source, { kind: "git" }>, names: readonly string[], what: string): string {
  if (source.kind === "file") return source.path;
  const found = names.map((name) => join(source.path, name)).find((path) => existsSync(path));
  if (found !== undefined) return withinFolder(found, source.path);
  throw new CliError("not_found", `${basename(source.path)} contains no ${what}.`, {
    resource: source.path,
    remediation: `Expected one of ${names.join(", ")}. Or pass the file itself.`,
  });
}

/** The folder may be somebody else's, with a link to a file that is none of its author's business. */
function withinFolder(path: string, folder: string): string {
  if (pathInside(folder, path) !== undefined) return path;
  throw new CliError("validation", `${relative(folder, path)} is a symbolic link to a file outside of the folder.`, {
    resource: path,
    remediation: "Replace the link with the file, or remove it.",
  });
}

/** Not every kind can be submitted from a repository. */
export function notFromGit(kind: string): CliError {
  return usageError(`A ${kind} cannot be submitted from a repository.`, "Clone it, and submit the file.");
}
