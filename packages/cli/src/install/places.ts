import { lstatSync, realpathSync, statSync } from "node:fs";
import { posix, win32, type PlatformPath } from "node:path";
import type { Machine } from "../cli.js";
import { CliError } from "../errors.js";

type Where = Pick<Machine, "cwd" | "home" | "platform">;

export interface Place {
  /** The folder that it must stay in. */
  readonly root: string;
  readonly path: string;
}

export const pathsOf = (platform: NodeJS.Platform): PlatformPath => (platform === "win32" ? win32 : posix);

const refused = (path: string, why: string): CliError =>
  new CliError("validation", `The registry wants to write ${path}, which ${why}. Nothing was written.`, {
    resource: path,
    remediation: "Tell the owner of the item, or an admin of the registry.",
  });

/** What a name must not be on Windows, whatever its ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Where a shell, a key or tack itself would take what is written for its own; no harness has anything there. */
const OFF_LIMITS = [".tackroom", ".ssh", ".gnupg", ".local", "bin"];

function isOffLimits(parts: readonly string[]): boolean {
  const [first = ""] = parts;
  return OFF_LIMITS.includes(first.toLowerCase()) || (parts.length === 1 && first !== ".claude.json");
}

/** `~/…` is under the home folder, all else under the project; both are written with slashes, and stay inside. */
export function placeOf({ cwd, home, platform }: Where, path: string): Place {
  const isHome = path.startsWith("~/");
  const rest = isHome ? path.slice(2) : path;
  const parts = rest.split("/");
  // oxlint-disable-next-line no-control-regex -- they are what is meant
  if (/[\u0000-\u001f\\]/.test(rest)) throw refused(JSON.stringify(path), "is no path");
  if (rest.startsWith("/") || /^[A-Za-z]:/.test(rest) || rest.startsWith("~")) {
    throw refused(path, "is neither in the project nor in your home folder");
  }
  if (parts.includes("..")) throw refused(path, "leads out of its folder");
  if (parts.some((part) => part === "" || part === ".")) throw refused(path, "is no path");
  if (platform === "win32" && parts.some((part) => DEVICE.test(part) || /[<>:"|?*]|[ .]$/.test(part))) {
    throw refused(path, "is no name on Windows");
  }
  if (parts.some((part) => part.toLowerCase() === ".git")) throw refused(path, "belongs to git");
  if (isHome && isOffLimits(parts)) throw refused(path, "is no place of a harness");
  const root = isHome ? home : cwd;
  return { root, path: pathsOf(platform).join(root, ...parts) };
}

/** The file that a path leads to, through links that stay inside. */
export function realPlace(machine: Where, given: string): string {
  const { root, path } = placeOf(machine, given);
  const paths = pathsOf(machine.platform);
  const realRoot = realpathSync(root);
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
    throw new CliError("validation", `${there} is a link that leads nowhere.`, {
      resource: there,
      remediation: "Mend or delete the link.",
      cause: error,
    });
  }
  const inside = paths.relative(realRoot, real);
  if (inside.split(paths.sep)[0] === ".." || paths.isAbsolute(inside)) {
    throw refused(given, `is a link that leads to ${real}`);
  }
  if (missing.length > 0 && !statSync(real).isDirectory()) {
    throw new CliError("conflict", `${real} is a file, where ${given} needs a folder.`, {
      resource: real,
      remediation: "Move it away, then try again.",
    });
  }
  return paths.join(real, ...missing);
}

/** Also a link that leads nowhere. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return false;
    throw error;
  }
}
