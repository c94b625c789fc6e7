export type Payload = Readonly<Record<string, unknown>>;

/** What a harness wants to read from a hook that has nothing to say. */
export interface HookOutput {
  readonly always: string;
  /** At an event of this name, instead. */
  readonly at?: Readonly<Record<string, string>>;
}

export const SILENCE: HookOutput = { always: "" };

/** What Tackroom's own hook has to know of the events that a harness reports. */
export interface RecordingFacts {
  readonly output: HookOutput;
  /** Folders that say of a transcript's path whose it is. */
  readonly transcriptFolders: readonly string[];
  /** Events after which a transcript should be complete, beyond what `hooks.events` calls Stop and SessionEnd. */
  readonly otherEndings: readonly string[];
  /** Members of a payload with the session's id and the event's name, beyond those that most harnesses have. */
  readonly sessionMembers: readonly string[];
  readonly eventMembers: readonly string[];
  /** Whether a payload can only be its own. Others read Claude Code's settings too, and run our hook under its name. */
  isOwn?(payload: Payload): boolean;
}

/** A harness whose hooks print nothing and whose events need no reading of their own. */
export const PLAIN_RECORDING: RecordingFacts = {
  output: SILENCE,
  transcriptFolders: [],
  otherEndings: [],
  sessionMembers: [],
  eventMembers: [],
};
