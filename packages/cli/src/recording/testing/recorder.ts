import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cli } from "../../cli.js";
import { saveConfig, type SavedConfig } from "../../config.js";
import { recordingPlaces, type RecordingPlaces } from "../places.js";
import { runSender } from "../run-sender.js";
import type { SenderTimes } from "../sender-times.js";
import { writeEntry } from "../write-entry.js";
import { HURRIED } from "./hurried.js";

/** A user's machine: a home folder, a signed-in account, transcripts and hooks. */
export interface Recorder {
  readonly cli: Cli;
  readonly places: RecordingPlaces;
  readonly output: () => string;
  signIn(config: SavedConfig): void;
  transcript(session: string): string;
  write(session: string, ...lines: string[]): void;
  event(session: string, name: string, more?: object): void;
  send(times?: Partial<SenderTimes>): Promise<void>;
  /** Simulates that another sender has taken over. */
  stop(): void;
  remove(): void;
}

export function createRecorder(env: Record<string, string> = {}): Recorder {
  const home = mkdtempSync(join(tmpdir(), "tack-recording-"));
  const places = recordingPlaces(home);
  const stdout = new PassThrough();
  const chunks: Buffer[] = [];
  stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const cli: Cli = {
    env,
    cwd: home,
    home,
    platform: "linux",
    stdin: new PassThrough(),
    stdout,
    stderr: new PassThrough().resume(),
    flags: { output: "table", color: false, debug: false },
    operation: "send",
  };
  let account: SavedConfig = {};
  let events = 0;
  const transcript = (session: string): string => {
    const folder = join(home, ".claude", "projects", "-w");
    mkdirSync(folder, { recursive: true });
    return join(folder, `${session}.jsonl`);
  };
  return {
    cli,
    places,
    output: () => Buffer.concat(chunks).toString(),
    signIn(config) {
      account = config;
      saveConfig(cli, config);
    },
    transcript,
    write: (session, ...lines) => appendFileSync(transcript(session), lines.map((line) => `${line}\n`).join("")),
    event(session, name, more = {}) {
      const payload = { session_id: session, hook_event_name: name, transcript_path: transcript(session), ...more };
      const head = { server: account.server_url ?? "", user: account.user_id ?? "", harness: "claude-code", event: "" };
      events += 1;
      const all = { ...head, project: "", agent: "", envServer: "" };
      writeEntry(places, 900_000 + events, all, Buffer.from(JSON.stringify(payload)));
    },
    send: (times = {}) => runSender(cli, { ...HURRIED, ...times }),
    stop: () => rmSync(places.lock, { force: true }),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

export const lineOf = (index: number, text = "x"): string => JSON.stringify({ type: "user", index, text });
export const linesOf = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, at) => lineOf(from + at));

export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(5);
}

/** Replaces the content of a file, instead of appending. */
export const rewrite = (path: string, lines: readonly string[]): void =>
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
