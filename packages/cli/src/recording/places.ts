import { join } from "node:path";

/** The files of recording, all under `~/.tackroom`. The shell hook uses the same names. */
export interface RecordingPlaces {
  readonly root: string;
  readonly config: string;
  readonly script: string;
  readonly spool: string;
  readonly outbox: string;
  /** Append-only exports of sessions from stores that change in place. */
  readonly exports: string;
  /** Starts with the sender's process ID. Its modification time lies in the future while the sender is considered alive. */
  readonly lock: string;
  /** The process that is about to start the sender. */
  readonly starting: string;
}

export function recordingPlaces(home: string): RecordingPlaces {
  const root = join(home, ".tackroom");
  return {
    root,
    config: join(root, "config.json"),
    script: join(root, "hook"),
    spool: join(root, "spool"),
    outbox: join(root, "outbox"),
    exports: join(root, "exports"),
    lock: join(root, "sender.lock"),
    starting: join(root, "sender.starting"),
  };
}

/** The extension of a complete spool entry; until then it is `….tmp`. */
export const ENTRY_ENDING = ".event";
