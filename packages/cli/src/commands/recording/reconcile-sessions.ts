import { HARNESS_IDS } from "@tackroom/harness";
import { setTimeout as sleep } from "node:timers/promises";
import { withBar, type Advance } from "../../ask.js";
import { note, say, type Cli } from "../../cli.js";
import { CliError, usageError } from "../../errors.js";
import { printJson } from "../../output.js";
import type { Destination } from "../../recording/destination.js";
import { destinationNow } from "../../recording/destination-now.js";
import { createIngestClient, type IngestClient } from "../../recording/ingest-client.js";
import { bodyOf, numberOf } from "../../recording/judge-answer.js";
import { recordingPlaces } from "../../recording/places.js";
import { readLines } from "../../recording/read-lines.js";
import { runSender } from "../../recording/run-sender.js";
import { TIMES, type SenderTimes } from "../../recording/sender-times.js";
import { idOf, readStates, type SessionKey } from "../../recording/session-states.js";
import { NOT_COVERED } from "../../recording/stores/export-sessions.js";
import type { Transcript } from "../../recording/transcripts.js";
import { RECOVERY } from "../../recording/understand-event.js";
import { writeEntry } from "../../recording/write-entry.js";
import { findSessions, describeTally, type HarnessTally } from "./find-sessions.js";
import { readHarness } from "../../harness-option.js";
import { NOTHING_SENT } from "../../dry-run.js";

export interface ReconcileOptions {
  readonly harness?: string;
  readonly since?: string;
  readonly dryRun?: boolean;
}

interface Compared {
  readonly transcript: Transcript;
  readonly key: SessionKey;
  readonly lines: number;
  /** How many lines the server has without a gap; undefined if it did not report it. */
  readonly stored: number | undefined;
  /** The session was abandoned, or the server's audit failed. */
  readonly isTroubled: boolean;
}

/** `tack reconcile` */
export async function reconcileSessions(
  cli: Cli,
  options: ReconcileOptions,
  times: SenderTimes = TIMES,
): Promise<void> {
  const harnesses = chosen(options.harness);
  const since = sinceOf(options.since ?? "7d", Date.now());
  const destination = destinationNow(cli.env, recordingPlaces(cli.home).config);
  const ingest = createIngestClient(cli);
  if (!destination || !ingest.canReach(destination)) {
    throw new CliError("authentication", "You are not signed in.", { remediation: "Sign in: tack login" });
  }
  const reading = { what: "Reading the sessions on this machine", total: harnesses.length };
  const { transcripts: found, tallies } = await withBar(cli, reading, (advance) =>
    findSessions(cli, harnesses, since, advance),
  );
  const [only] = tallies;
  if (options.harness !== undefined && found.length === 0 && only && only.problem !== null) {
    throw new CliError("unavailable", `${only.harness} ${only.problem}.`, {
      remediation: "Its hooks record its sessions. Check them with: tack doctor",
    });
  }
  const comparing = { what: `Comparing ${found.length} sessions with ${destination.server}`, total: found.length };
  const compared = await withBar(cli, comparing, (advance) => compareAll(cli, { ingest, destination, advance }, found));
  const missing = compared.filter(
    ({ lines, stored, isTroubled }) => isTroubled || stored === undefined || lines > stored,
  );
  if (options.dryRun) return tellWhatIsMissing(cli, compared.length, missing);
  for (const each of missing) spool(cli, destination, each);
  if (missing.length > 0) {
    const sending = { what: `Sending ${missing.length} incomplete sessions`, total: missing.length };
    await withBar(cli, sending, (advance) => sendAll(cli, missing, { times, advance }));
  }
  printSummary(cli, { compared, missing }, { tallies, since, isWhole: options.harness === undefined });
}

function tellWhatIsMissing(cli: Cli, compared: number, missing: readonly Compared[]): void {
  const rows = missing.map(({ key: { harness, session }, lines, stored = 0 }) => ({
    harness,
    session,
    lines: lines - stored,
  }));
  if (cli.flags.output === "json") return printJson(cli, { dry_run: true, sessions: compared, missing: rows });
  for (const { harness, session, lines } of rows)
    say(cli, `${harness} ${session}: ${lines} new line${lines === 1 ? "" : "s"}`);
  note(cli, `Would send ${rows.length} of ${compared} sessions. ${NOTHING_SENT}`);
}

const READ_HARNESSES = HARNESS_IDS.filter((id) => NOT_COVERED[id] === undefined);

function chosen(wanted: string | undefined): readonly string[] {
  if (wanted === undefined) return READ_HARNESSES;
  const id = readHarness(wanted, READ_HARNESSES);
  const why = NOT_COVERED[id];
  if (why === undefined) return [id];
  throw usageError(`${id} ${why}.`, "Check that its hooks are installed: tack doctor");
}

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** `7d`, `36h`, or a date. */
export function sinceOf(text: string, now: number): number {
  const [, count, unit] = /^(\d+)([mhdw])$/.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * (UNIT_MS[unit ?? ""] ?? 0);
  const moment = Date.parse(text);
  if (Number.isNaN(moment))
    throw usageError(`Invalid time "${text}".`, "Expected a duration or a date, such as --since 36h, 7d or 2026-08-20");
  return moment;
}

interface Comparing {
  readonly ingest: IngestClient;
  readonly destination: Destination;
  readonly advance: Advance;
}

async function compareAll(
  cli: Cli,
  { ingest, destination, advance }: Comparing,
  found: readonly Transcript[],
): Promise<Compared[]> {
  // A hook may have recorded it under a different project.
  const known = new Map(
    readStates(recordingPlaces(cli.home).outbox)
      .filter(({ key }) => key.server === destination.server && key.user === destination.user)
      .map((state) => [`${state.key.harness} ${state.key.session}`, state] as const),
  );
  const compared: Compared[] = [];
  for (const transcript of found) {
    const { harness, session } = transcript;
    const project = cli.env["TACK_PROJECT"] || "default";
    const state = known.get(`${harness} ${session}`);
    const key = state?.key ?? { ...destination, project, harness, session };
    const isTroubled = state?.quarantine !== undefined || state?.integrity !== undefined;
    const answer = await ingest.checkpoint(key);
    const line = answer.status === 200 ? numberOf(bodyOf(answer), "acknowledged_line") : undefined;
    compared.push({
      transcript,
      key,
      lines: countLines(transcript.path),
      stored: line === undefined ? line : line + 1,
      isTroubled,
    });
    advance(1);
  }
  return compared;
}

function countLines(path: string): number {
  let count = 0;
  for (const line of readLines(path, 0, true)) count += line.end > 0 ? 1 : 0;
  return count;
}

/** Does what a hook would have done. The sender, in this process or a running one, does the rest. */
function spool(cli: Cli, { server, user }: Destination, { transcript, key }: Compared): void {
  const { harness, session, path, parent } = transcript;
  const head = { server, user, harness, event: RECOVERY, project: key.project, agent: "", envServer: "" };
  const event = { hook_event_name: RECOVERY, session_id: session, transcript_path: path, parent_session_id: parent };
  writeEntry(recordingPlaces(cli.home), Date.now(), head, Buffer.from(JSON.stringify(event)));
}

const GIVE_UP_AFTER_MS = 60_000;

/** Waits until all sessions are complete, or there is no progress for a while; the rest is sent later. */
async function sendAll(
  cli: Cli,
  missing: readonly Compared[],
  { times, advance }: { readonly times: SenderTimes; readonly advance: Advance },
): Promise<void> {
  const ids = new Set(missing.map(({ key }) => idOf(key)));
  const stop = new AbortController();
  const sending = runSender(cli, times, stop.signal);
  let [movedAt, seen, done] = [Date.now(), "", 0];
  while (Date.now() - movedAt < GIVE_UP_AFTER_MS) {
    const states = readStates(recordingPlaces(cli.home).outbox).filter(({ id }) => ids.has(id));
    const settled = states.filter((state) => !state.open || state.quarantine !== undefined).length;
    if (settled > done) advance(settled - done);
    done = Math.max(done, settled);
    if (settled === ids.size) break;
    const now = states.map(({ id, acknowledged, open }) => `${id} ${acknowledged} ${open}`).join();
    if (now !== seen) [movedAt, seen] = [Date.now(), now];
    await sleep(times.lookMs);
  }
  stop.abort();
  await sending;
}

interface Outcome {
  readonly compared: readonly Compared[];
  readonly missing: readonly Compared[];
}

interface LookedAt {
  readonly tallies: readonly HarnessTally[];
  readonly since: number;
  /** Every harness, not only the selected one. */
  readonly isWhole: boolean;
}

function printSummary(cli: Cli, { compared, missing }: Outcome, { tallies, since, isWhole }: LookedAt): void {
  const problems = tallies.flatMap(({ harness, problem }) => (problem === null ? [] : [[harness, problem] as const]));
  const notCovered: Readonly<Record<string, string>> = {
    ...(isWhole ? NOT_COVERED : {}),
    ...Object.fromEntries(problems),
  };
  const ids = new Map(readStates(recordingPlaces(cli.home).outbox).map((state) => [state.id, state] as const));
  const left = missing.filter(({ key, lines }) => (ids.get(idOf(key))?.acknowledged ?? -1) + 1 < lines);
  const sent = missing
    .filter((each) => !left.includes(each))
    .reduce((sum, { lines, stored }) => sum + lines - (stored ?? 0), 0);
  const result = {
    sessions: compared.length,
    complete: compared.length - missing.length,
    sent: missing.length - left.length,
    sent_lines: sent,
    left: left.map(({ key }) => ({ harness: key.harness, session: key.session })),
    harnesses: tallies,
    not_covered: notCovered,
  };
  // In JSON, a failure prints nothing on stdout: the result is part of the error.
  if (cli.flags.output === "json" && left.length === 0) printJson(cli, result);
  else if (cli.flags.output === "table") {
    for (const tally of tallies.filter(({ found }) => found > 0)) say(cli, describeTally(tally, since));
    say(cli, `${result.sessions} sessions: ${result.sent} sent (${sent} lines), ${result.complete} already complete.`);
    for (const [harness, why] of Object.entries(notCovered)) note(cli, `! ${harness} ${why}.`);
  }
  if (left.length > 0) {
    throw new CliError("partial", `${left.length} sessions could not be sent yet and remain in the outbox.`, {
      remediation: "To see why, run: tack doctor",
      result,
    });
  }
}
