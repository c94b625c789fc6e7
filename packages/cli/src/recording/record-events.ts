import { basename, dirname, join } from "node:path";
import { findHarness } from "@tackroom/harness";
import type { Machine } from "../cli.js";
import { sizeOf } from "./follow-source.js";
import type { Outbox } from "./outbox.js";
import { removeEntry, type SpoolEntry } from "./read-spool.js";
import type { SessionKey, SessionState } from "./session-states.js";
import type { Exporter } from "./stores/export-sessions.js";
import { namesIn } from "./stores/session-store.js";
import { findTranscript, keptSessions } from "./transcripts.js";
import { RECOVERY, understandEvent } from "./understand-event.js";

export interface RecordDeps {
  readonly ground: Pick<Machine, "env" | "home" | "platform">;
  readonly outbox: Outbox;
  readonly exporter: Exporter;
}

/** Adds an event to its session, or as a separate event if there is no transcript. The spool entry is then done. */
export function recordEntry(deps: RecordDeps, entry: SpoolEntry): void {
  const { outbox } = deps;
  const { destination, payload } = entry;
  const event = understandEvent(entry.harness, entry.event, payload);
  // Without a destination, the transcript stays where it is, and `tack reconcile` can send it.
  if (destination !== undefined) {
    const found = event.session === undefined ? undefined : placeOf(deps, event, event.session);
    if (event.session !== undefined && found !== undefined) {
      const key = {
        ...destination,
        project: entry.project || "default",
        harness: event.harness,
        session: event.session,
      };
      const state = outbox.states.of(key, found);
      // A resumed or archived session may have moved.
      if (sizeOf(found)) state.path = found;
      if (event.parent !== undefined) state.parent = event.parent;
      note(outbox, state, entry, event);
      noteSubagents(outbox, key, found, entry);
    } else if (Object.keys(payload).length > 0) {
      const body = { ...payload, hook_event_name: event.name, service_name: event.harness };
      outbox.addEvent(destination, body, `${basename(entry.path)} ${entry.recordedAt}`);
    }
  }
  removeEntry(entry);
}

function placeOf(
  { ground, outbox, exporter }: RecordDeps,
  { harness, transcript }: { harness: string; transcript: string | undefined },
  session: string,
): string | undefined {
  // A given path is trusted before the file exists: Claude Code creates the file after its first event.
  if (transcript !== undefined) return transcript;
  const exported = exporter.follow(harness, session);
  if (exported !== undefined) return exported;
  const known = outbox.states.all().find(({ key }) => key.session === session && key.harness === harness);
  return known?.path ?? findTranscript(ground, harness, session)?.path;
}

interface Happened {
  readonly name: string;
  readonly ends: boolean;
}

function note(outbox: Outbox, state: SessionState, entry: SpoolEntry, { name, ends }: Happened): void {
  state.open = true;
  state.ends = ends;
  state.lastEventAt = Math.max(entry.recordedAt, state.lastEventAt);
  if (name !== "") state.hookEvent = name;
  // The user requested this session explicitly, and may have fixed what was blocking it.
  if (name === RECOVERY) {
    delete state.quarantine;
    delete state.skipped;
    delete state.past;
  }
  if (entry.agent !== "") state.agent = entry.agent;
  outbox.states.save(state);
}

/** Some harnesses store the lines of subagents in files next to the session's file. */
function noteSubagents(outbox: Outbox, key: SessionKey, path: string, entry: SpoolEntry): void {
  const subagents = keptSessions(findHarness(key.harness))?.subagents;
  if (!subagents) return;
  const folder = join(dirname(path), basename(path, ".jsonl"), subagents.folder);
  for (const name of namesIn(folder)) {
    const session = subagents.file.exec(name)?.groups?.["session"];
    if (session === undefined) continue;
    const file = join(folder, name);
    const state = outbox.states.of({ ...key, session }, file);
    const size = sizeOf(file)?.size ?? 0;
    if (!state.open && size === state.nextByte) continue;
    state.parent = key.session;
    note(outbox, state, entry, { name: "SubagentStop", ends: true });
  }
}
