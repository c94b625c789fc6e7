import { join } from "node:path";

/** Where recording keeps its things, all under `~/.tackroom`. The shell hook spells the same names. */
export interface RecordingPlaces {
  readonly root: string;
  readonly config: string;
  readonly script: string;
  readonly spool: string;
  readonly outbox: string;
  /** Sessions from stores that change in place, as files that only grow. */
  readonly exports: string;
  /** First word: the sender's process. Its time of change lies ahead for as long as the sender may be believed to live. */
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

/** What an entry of the spool is called once it is whole; until then it is `….tmp`. */
export const ENTRY_ENDING = ".event";
