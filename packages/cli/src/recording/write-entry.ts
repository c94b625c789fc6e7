import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { ENTRY_ENDING, type RecordingPlaces } from "./places.js";

/** The header of an entry, above the event; read by `parseEntry`. */
export interface EntryHead {
  readonly server: string;
  readonly user: string;
  readonly harness: string;
  readonly event: string;
  readonly project: string;
  readonly agent: string;
  readonly envServer: string;
}

const MAX_ATTEMPTS = 20;
const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, " ");

/** One file per event with a unique name, written atomically: a thousand concurrent hooks neither lose nor tear an entry. */
export function writeEntry(places: RecordingPlaces, pid: number, head: EntryHead, event: Uint8Array): string {
  mkdirSync(places.spool, { recursive: true, mode: 0o700 });
  const text = [
    "tackroom 1",
    `server ${head.server}`,
    `user ${head.user}`,
    `harness ${head.harness}`,
    `event ${head.event}`,
    `project ${head.project}`,
    `agent ${head.agent}`,
    `env-server ${head.envServer}`,
  ];
  const bytes = Buffer.concat([Buffer.from(`${text.map(oneLine).join("\n")}\n\n`), event]);
  for (let tried = 0; ; tried += 1) {
    const name = join(places.spool, `${pid}.${tried}`);
    const file = openExclusively(`${name}.tmp`, tried);
    if (file === undefined) continue;
    try {
      // The name may belong to a pending entry of an earlier process with the same ID.
      if (existsSync(name + ENTRY_ENDING) && tried < MAX_ATTEMPTS) continue;
      for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
      renameSync(`${name}.tmp`, name + ENTRY_ENDING);
      return name + ENTRY_ENDING;
    } finally {
      closeSync(file);
      rmSync(`${name}.tmp`, { force: true });
    }
  }
}

function openExclusively(path: string, tried: number): number | undefined {
  try {
    return openSync(path, "wx", 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST" && tried < MAX_ATTEMPTS) return undefined;
    throw error;
  }
}
