import { lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, posix, win32, type PlatformPath } from "node:path";
import type { Machine } from "../cli.js";
import { CliError } from "../errors.js";
import { hasHiddenCharacters, oneLine } from "../printable.js";
import { isPlaceOfAnyHarness, notAPlaceOf, type AllowedPlaces } from "./allowed-places.js";

type Where = Pick<Machine, "cwd" | "home" | "platform">;

export interface Place {
  /** The folder that the path must stay in. */
  readonly root: string;
  readonly path: string;
}

export const pathsOf = (platform: NodeJS.Platform): PlatformPath => (platform === "win32" ? win32 : posix);

const refused = (path: string, why: string): CliError =>
  new CliError("validation", `${oneLine(path)} ${why}. Nothing was written.`, {
    resource: path,
    remediation: "Do not install this item. Report it to its owner or a registry admin.",
  });

/** Reserved names on Windows, regardless of their extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Git's folder, including spellings that some file systems treat as equal. */
const GIT = /^(?:\.git|git~\d+)$/i;

/** `~/…` is relative to the home folder, everything else to the project. Paths use slashes and must stay inside. */
export function placeOf({ cwd, home, platform }: Where, path: string): Place {
  const isHome = path.startsWith("~/");
  const rest = isHome ? path.slice(2) : path;
  const parts = rest.split("/");
  if (hasHiddenCharacters(rest) || rest.includes("\\")) throw refused(path, "is not a valid path");
  if (rest.startsWith("/") || /^[A-Za-z]:/.test(rest) || rest.startsWith("~")) {
    throw refused(path, "is outside the project and your home folder");
  }
  if (parts.includes("..")) throw refused(path, "points outside its folder");
  if (parts.some((part) => part === "" || part === ".")) throw refused(path, "is not a valid path");
  if (platform === "win32" && parts.some((part) => DEVICE.test(part) || /[<>:"|?*]|[ .]$/.test(part))) {
    throw refused(path, "is not a valid name on Windows");
  }
  if (parts.some((part) => GIT.test(part))) throw refused(path, "belongs to git");
  const root = isHome ? home : cwd;
  return { root, path: pathsOf(platform).join(root, ...parts) };
}

export interface LinkOptions {
  /** Follow links that lead outside the folders of all harnesses, such as to a dotfiles repository. */
  readonly followLinks?: boolean | undefined;
}

/** The file that a path refers to after following links. The claim must allow it. */
export function realPlace(
  machine: Where,
  allowed: AllowedPlaces,
  given: string,
  { followLinks = false }: LinkOptions = {},
): string {
  const { root, path } = placeOf(machine, given);
  if (allowed.find(given).length === 0) throw refused(given, notAPlaceOf(allowed.claim));
  const paths = pathsOf(machine.platform);
  const realRoot = realpathSync(root);
  const real = resolved(machine, path, given);
  const inside = paths.relative(realRoot, real).split(paths.sep);
  const isOutside = inside[0] === ".." || paths.isAbsolute(inside.join(paths.sep));
  if (isOutside) throw linked(given, real, "is outside its folder");
  const isHome = realRoot === realpathSync(machine.home);
  if (inside.some((part) => GIT.test(part)) || (isHome && isSame(inside[0], ".tackroom"))) {
    throw linked(given, real, "an install must never write to");
  }
  const prefix = given.startsWith("~/") ? "~/" : "";
  if (isPlaceOfAnyHarness(allowed.claim.type, prefix + inside.join("/"))) return real;
  if (isHome && isSensitive(inside)) throw linked(given, real, "an install must never write to");
  if (followLinks) return real;
  throw linked(given, real, "does not belong to any harness", true);
}

const isSame = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other;

/** Locations in the home folder that are used by shells, keys or services. */
function isSensitive(parts: readonly string[]): boolean {
  const isDotFile = parts.length === 1 && parts[0]?.startsWith(".") === true;
  return isDotFile || [".ssh", ".gnupg", ".local", "bin"].some((name) => isSame(parts[0], name));
}

const linked = (given: string, real: string, why: string, canFollow = false): CliError =>
  new CliError(
    "validation",
    `${oneLine(given)} leads through a symbolic link to ${oneLine(real)}, which ${why}. Nothing was written.`,
    {
      resource: given,
      remediation: canFollow
        ? "Replace the link with a file or folder, or pass --follow-links if you trust it."
        : "Replace the link with a file or folder, then retry.",
    },
  );

/** The path with all links resolved. Parts that do not exist yet are kept as they are. */
function resolved(machine: Where, path: string, given: string): string {
  const paths = pathsOf(machine.platform);
  const missing: string[] = [];
  let there = path;
  while (!isThere(there)) {
    missing.unshift(paths.basename(there));
    there = paths.dirname(there);
  }
  let real: string;
  try {
    real = realpathSync(there);
  } catch (error) {
    throw new CliError("validation", `${there} is a broken symbolic link.`, {
      resource: there,
      remediation: "Fix or delete the link.",
      cause: error,
    });
  }
  if (missing.length > 0 && !statSync(real).isDirectory()) {
    throw new CliError("conflict", `${real} is a file, but ${given} requires a folder there.`, {
      resource: real,
      remediation: "Move it away, then retry.",
    });
  }
  return paths.join(real, ...missing);
}

/** Checked right before a write: no link may have been created on the path since it was resolved. */
export function requireUnmoved(path: string): void {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  let folder = dirname(path);
  while (!isThere(folder)) folder = dirname(folder);
  if (!isLink && isWhereItSays(folder)) return;
  throw new CliError("conflict", `${path} leads through a symbolic link that was just created.`, {
    resource: path,
    remediation: "Find out what is changing the folder, then run the same command again.",
  });
}

function isWhereItSays(folder: string): boolean {
  try {
    return realpathSync(folder) === folder;
  } catch {
    return false;
  }
}

/** Also true for a broken link. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return false;
    throw error;
  }
}
