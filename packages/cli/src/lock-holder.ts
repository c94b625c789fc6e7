import { readFileSync, statSync } from "node:fs";
import { hostname } from "node:os";

/**
 * The process that a file names, if it has not ended. The file starts with `pid`, or with `pid token host` if it is a lock:
 * process IDs of other machines that share the home folder cannot be checked here, so those processes count as running.
 */
export function namedProcess(path: string): number | undefined {
  const [number, , host = hostname()] = contentOf(path).trimEnd().split(" ");
  const pid = Number(number);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return host !== hostname() || isRunning(pid) ? pid : undefined;
}

/**
 * The process that holds a lock: it has not ended, and the modification time of the file, which it keeps in the future, has not
 * passed. The process ID alone is not sufficient, because it may have been given to another process.
 */
export function lockHolder(path: string, now: number): number | undefined {
  const validUntil = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return validUntil >= now ? namedProcess(path) : undefined;
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
