import { realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";

/** The path of a file within a folder once all links are followed. Absent when it does not exist, or is elsewhere. */
export function pathInside(folder: string, file: string): string | undefined {
  try {
    const path = relative(realpathSync(folder), realpathSync(file));
    return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path) ? undefined : path;
  } catch {
    // A link that leads nowhere, a folder that may not be entered: there is nothing to read.
    return undefined;
  }
}
