import { HARNESSES } from "@tackroom/harness";

/** The relevant parts of a harness's event, independent of its naming. */
export interface RecordedEvent {
  readonly harness: string;
  readonly session: string | undefined;
  readonly transcript: string | undefined;
  /** The parent session, if `tack reconcile` found it in a path. */
  readonly parent: string | undefined;
  /** As spelled by the harness. */
  readonly name: string;
  /** A turn or the session has ended: the current transcript should be complete. */
  readonly ends: boolean;
}

type Payload = Readonly<Record<string, unknown>>;

/** The event name that `tack reconcile` uses for sessions found on disk. */
export const RECOVERY = "CrashRecovery";

const ALL = Object.values(HARNESSES);

const lettersOf = (name: string): string => name.replaceAll(/[^A-Za-z]/g, "").toLowerCase();

/** Of every harness: one runs the hooks that were written for another. */
const ENDINGS: ReadonlySet<string> = new Set(
  [
    RECOVERY,
    // What our plugins report.
    "Stop",
    ...ALL.flatMap(({ hooks, recording }) => [
      ...(hooks.kind === "handlers" ? [...(hooks.events.Stop ?? []), ...(hooks.events.SessionEnd ?? [])] : []),
      ...recording.otherEndings,
    ]),
  ].map(lettersOf),
);
const SESSION_MEMBERS = ["session_id", "sessionId", ...ALL.flatMap(({ recording }) => recording.sessionMembers)];
const EVENT_MEMBERS = [
  "hook_event_name",
  "hookEventName",
  "event",
  ...ALL.flatMap(({ recording }) => recording.eventMembers),
];

export function understandEvent(named: string, argument: string, payload: Payload): RecordedEvent {
  const harness = harnessOf(named, payload);
  const name = textOf(payload, EVENT_MEMBERS) ?? argument;
  return {
    harness,
    session: textOf(payload, SESSION_MEMBERS),
    transcript: textOf(payload, TRANSCRIPT_MEMBERS),
    parent: textOf(payload, ["parent_session_id"]),
    name,
    ends: ENDINGS.has(lettersOf(name)),
  };
}

const TRANSCRIPT_MEMBERS = ["transcript_path", "transcriptPath"];

/** Other harnesses read Claude Code's settings too, and run our hook under its name. Their payload identifies them. */
function harnessOf(named: string, payload: Payload): string {
  const path = textOf(payload, TRANSCRIPT_MEMBERS)?.replaceAll("\\", "/") ?? "";
  const owner =
    ALL.find(({ recording }) => recording.isOwn?.(payload)) ??
    ALL.find(({ recording }) => recording.transcriptFolders.some((folder) => path.includes(folder)));
  return owner?.id ?? named;
}

function textOf(payload: Payload, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = payload[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}
