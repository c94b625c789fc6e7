import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { say, sayJson, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { paint } from "../../paint.js";
import { oneLine } from "../../printable.js";
import { exitOnInterrupt } from "../follow.js";
import { wholeNumber } from "../numbers.js";
import { dataDirectoryOf } from "../server/data-directory.js";
import { showRecorder } from "./show-recorder.js";

interface LogOptions {
  readonly follow?: boolean;
  readonly lines?: string;
  readonly dataDir?: string;
}

const DEFAULT_LINES = 100;
const LOOK_EVERY_MS = 300;
const CHUNK = 64 * 1024;

/** `tack logs` */
export async function showLogs(cli: Cli, of: "server" | "recorder", options: LogOptions): Promise<void> {
  if (of === "recorder") return showRecorder(cli);
  const path = join(dataDirectoryOf(cli, options), "server.log");
  if (!existsSync(path)) {
    throw new CliError("not_found", `There is no log at ${path}.`, {
      resource: path,
      remediation:
        "It is written by tack server start --detach. If its data is elsewhere, pass --data-dir; other servers log to their own output.",
    });
  }
  const lines = wholeNumber("--lines", options.lines) ?? DEFAULT_LINES;
  const { texts, end } = lastLines(path, lines);
  for (const text of texts) showLine(cli, text);
  if (!options.follow) return;
  exitOnInterrupt();
  await follow(path, end, (text) => showLine(cli, text));
}

/** Reads from the end, because a log can be long. */
function lastLines(path: string, wanted: number): { texts: string[]; end: number } {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    let [start, breaks] = [size, 0];
    const chunks: Buffer[] = [];
    while (start > 0 && breaks <= wanted) {
      const length = Math.min(CHUNK, start);
      start -= length;
      const chunk = readAt(file, start, length);
      chunks.unshift(chunk);
      breaks += chunk.filter((byte) => byte === NEWLINE).length;
    }
    const { texts, rest } = split(Buffer.concat(chunks));
    return { texts: wanted === 0 ? [] : texts.slice(-wanted), end: size - rest.length };
  } finally {
    closeSync(file);
  }
}

const NEWLINE = "\n".charCodeAt(0);

function readAt(file: number, start: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(file, buffer, 0, length, start));
}

/** Whole lines, and the beginning of one that is still being written. */
function split(bytes: Buffer): { texts: string[]; rest: Buffer } {
  const end = bytes.lastIndexOf(NEWLINE) + 1;
  const texts =
    end === 0
      ? []
      : bytes
          .subarray(0, end - 1)
          .toString()
          .split("\n");
  return { texts, rest: bytes.subarray(end) };
}

async function follow(path: string, from: number, show: (text: string) => void): Promise<never> {
  for (let at = from; ; await sleep(LOOK_EVERY_MS)) {
    const file = openSync(path, "r");
    try {
      const { size } = fstatSync(file);
      // It was emptied, or replaced by a new one.
      if (size < at) at = 0;
      const { texts, rest } = split(readAt(file, at, size - at));
      texts.forEach(show);
      at = size - rest.length;
    } finally {
      closeSync(file);
    }
  }
}

/** The server logs JSON: people see the time, the level and the message. */
function showLine(cli: Cli, text: string): void {
  const entry = parsed(text);
  if (cli.flags.output === "json") return sayJson(cli, entry === undefined ? JSON.stringify({ msg: text }) : text);
  if (entry === undefined) return say(cli, oneLine(text));
  const { dim, red, yellow } = paint(cli);
  const { level, time, msg, err } = entry as Record<string, unknown>;
  const message = typeof msg === "string" ? msg : (JSON.stringify(msg) ?? "");
  const shownLevel = String(level).padEnd(5);
  const painted =
    level === "error" || level === "fatal" ? red(shownLevel) : level === "warn" ? yellow(shownLevel) : shownLevel;
  const cause = typeof err === "object" && err !== null && "message" in err ? `: ${String(err.message)}` : "";
  say(cli, `${dim(String(time).slice(0, 19).replace("T", " "))} ${painted} ${oneLine(`${message}${cause}`)}`);
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
