import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import type { RecordingPlaces } from "./places.js";
import { senderRuns } from "./wake-sender.js";

/** How long a sender is considered alive without renewing its lock. */
const BELIEVED_MS = 30_000;
const RENEW_AFTER_MS = 5_000;

export interface SenderLock {
  /** False when another sender has taken over: then this one must stop. */
  isOurs(): boolean;
  release(): void;
}

/** One sender per home folder. A lock is taken over if its process is gone, or if it was not renewed in time. */
export function takeSenderLock(places: RecordingPlaces, now: () => number = Date.now): SenderLock | undefined {
  mkdirSync(places.root, { recursive: true, mode: 0o700 });
  const ours = `${process.pid} ${randomBytes(8).toString("hex")}\n`;
  const mine = `${places.lock}.${randomBytes(6).toString("hex")}`;
  writeFileSync(mine, ours, { flag: "wx", mode: 0o600 });
  try {
    renew(mine, now());
    if (!linked(mine, places.lock) && !(tookOver(places, now()) && linked(mine, places.lock))) return undefined;
  } finally {
    rmSync(mine, { force: true });
    rmSync(places.starting, { force: true });
  }
  let renewedAt = now();
  const isOurs = (): boolean => {
    if (contentOf(places.lock) !== ours) return false;
    if (now() - renewedAt > RENEW_AFTER_MS) {
      renewedAt = now();
      renew(places.lock, renewedAt);
    }
    return true;
  };
  return {
    isOurs,
    release: () => {
      if (isOurs()) rmSync(places.lock, { force: true });
    },
  };
}

const renew = (path: string, now: number): void => utimesSync(path, now / 1000, (now + BELIEVED_MS) / 1000);

/** Atomic, and fails if the name is taken, unlike a rename. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function tookOver(places: RecordingPlaces, now: number): boolean {
  if (senderRuns(places, now)) return false;
  const seen = contentOf(places.lock);
  const aside = `${places.lock}.${randomBytes(6).toString("hex")}`;
  try {
    renameSync(places.lock, aside);
  } catch {
    return true;
  }
  // Another process was faster, and what we moved is its new lock: put it back.
  const isStale = contentOf(aside) === seen;
  if (!isStale) linked(aside, places.lock);
  rmSync(aside, { force: true });
  return isStale;
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** The running sender, and until when its lock is valid; undefined when there is none. */
export function whoSends(places: RecordingPlaces, now: number): { pid: number; until: number } | undefined {
  if (!senderRuns(places, now)) return undefined;
  return { pid: Number.parseInt(contentOf(places.lock) ?? "", 10), until: statSync(places.lock).mtimeMs };
}
