import { createHash, randomBytes } from "node:crypto";
import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CliError, reasonOf } from "./errors.js";
import { lockHolder } from "./lock-holder.js";

const RENEW_AFTER_MS = 5_000;
const FIRST_RETRY_MS = 50;
const MAX_RETRY_MS = 500;

export interface HeldLock {
  /** Renews the lock when that is due. False if another process has taken over: then this one must stop. */
  isOurs(): boolean;
  release(): void;
}

interface LockOptions {
  /** How long the lock is valid without being renewed. */
  readonly leaseMs?: number;
  readonly now?: () => number;
}

interface WaitOptions extends LockOptions {
  readonly waitMs: number;
  /** The error message if the lock is still held after that time. */
  readonly busy: string;
}

/** Takes a lock, or returns undefined if it is held. A lock whose process has ended, or that was not renewed in time, is taken over. */
export function tryLock(path: string, { leaseMs = 60_000, now = Date.now }: LockOptions = {}): HeldLock | undefined {
  if (lockHolder(path, now()) !== undefined) return undefined;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const ours = `${process.pid} ${randomBytes(8).toString("hex")} ${hostname()}\n`;
  const draft = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  const renew = (file: string): void => utimesSync(file, now() / 1000, (now() + leaseMs) / 1000);
  try {
    writeFileSync(draft, ours, { flag: "wx", mode: 0o600 });
    renew(draft);
    if (!take(path, draft, now())) return undefined;
  } finally {
    rmSync(draft, { force: true });
  }
  let renewedAt = now();
  const isOurs = (): boolean => {
    if (contentOf(path) !== ours) return false;
    if (now() - renewedAt <= RENEW_AFTER_MS) return true;
    try {
      renew(path);
    } catch {
      return false;
    }
    renewedAt = now();
    return true;
  };
  const release = (): void => {
    if (contentOf(path) === ours) rmSync(path, { force: true });
  };
  return { isOurs, release };
}

/** Runs an action while holding a lock. Waits for the lock, and renews it for as long as the action takes. */
export async function withLock<Result>(
  path: string,
  action: () => Result | Promise<Result>,
  options: WaitOptions,
): Promise<Result> {
  const lock = await waitForLock(path, options);
  const renewal = setInterval(() => lock.isOurs(), RENEW_AFTER_MS).unref();
  try {
    return await action();
  } finally {
    clearInterval(renewal);
    lock.release();
  }
}

async function waitForLock(path: string, options: WaitOptions): Promise<HeldLock> {
  const deadline = performance.now() + options.waitMs;
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, MAX_RETRY_MS)) {
    const lock = attempt(path, options);
    if (lock) return lock;
    if (performance.now() >= deadline) {
      throw new CliError("conflict", options.busy, {
        remediation: `Wait for it to finish. If no other command is running, delete ${path}`,
      });
    }
    // Adds jitter, so that processes that started together do not retry together.
    await sleep(wait * (0.5 + Math.random() / 2));
  }
}

function attempt(path: string, options: LockOptions): HeldLock | undefined {
  try {
    return tryLock(path, options);
  } catch (error) {
    throw new CliError("conflict", `The lock ${path} could not be created. Nothing was changed.`, {
      remediation: `Check permissions and disk space, then retry. Cause: ${reasonOf(error)}`,
      cause: error,
    });
  }
}

function take(path: string, draft: string, now: number): boolean {
  return publish(draft, path) || (removeStale(path, draft, now) && publish(draft, path));
}

/** Fails if the name is taken. A link makes the file appear with its content and time, so that it never looks abandoned. */
function publish(draft: string, path: string): boolean {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
  }
  // Android and FAT have no hard links. A copy is exclusive too, but looks expired until its time is set.
  try {
    copyFileSync(draft, path, constants.COPYFILE_EXCL);
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
  const { atimeMs, mtimeMs } = statSync(draft);
  utimesSync(path, atimeMs / 1000, mtimeMs / 1000);
  return true;
}

const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "EEXIST";

/**
 * True if the name is free now. Several processes may find the same stale lock, and the slower ones must not remove the lock of
 * the fastest. So a lock is removed only by the process that holds the claim on its content, which is a lock like any other.
 */
function removeStale(path: string, draft: string, now: number): boolean {
  const seen = contentOf(path);
  if (seen === undefined) return true;
  const claim = `${path}.${createHash("sha256").update(seen).digest("hex").slice(0, 16)}`;
  if (lockHolder(path, now) !== undefined || !take(claim, draft, now)) return false;
  try {
    if (contentOf(path) !== seen || lockHolder(path, now) !== undefined) return false;
    rmSync(path, { force: true });
    return true;
  } finally {
    rmSync(claim, { force: true });
  }
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
