import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { openApi } from "../../api/client.js";
import type { Cli } from "../../cli.js";
import { CliError, reasonOf } from "../../errors.js";
import { printDone } from "../../output.js";

const DEFAULT_FILE = "tackroom-telemetry.jsonl";
/** Lines may contain secrets: they are as they were sent. */
const OWNER_ONLY = 0o600;

/** `tack telemetry export [file]`: the file is there when everything is in it, or not at all. */
export async function exportTelemetry(
  cli: Cli,
  given: string | undefined,
  { force }: { readonly force?: boolean },
): Promise<void> {
  const file = resolve(cli.cwd, given ?? DEFAULT_FILE);
  if (existsSync(file) && !force) {
    throw new CliError("validation", `${file} already exists.`, {
      resource: file,
      remediation: "Name another file, or overwrite this one with --force",
    });
  }
  const counts = await download(cli, file);
  const { sessions, lines, events, ratings } = counts;
  const sentence = `Exported ${sessions} sessions, ${lines} lines, ${events} events and ${ratings} ratings to ${file}.`;
  printDone(cli, sentence, { file, ...counts });
}

interface Counts {
  readonly sessions: number;
  readonly lines: number;
  /** Hook events, and the calls and interactions that clients report. */
  readonly events: number;
  readonly ratings: number;
}

async function download(cli: Cli, file: string): Promise<Counts> {
  const fresh = `${file}.${randomBytes(6).toString("hex")}.tmp`;
  const opened = openNew(fresh);
  const count = countRecords();
  try {
    try {
      const sink = (piece: Uint8Array): void => {
        count.take(piece);
        for (let written = 0; written < piece.length;) written += writeSync(opened, piece, written);
      };
      await openApi(cli).request({ method: "GET", path: "/api/v1/telemetry/export", sink });
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    renameSync(fresh, file);
    return count.result();
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

function openNew(path: string): number {
  try {
    return openSync(path, "wx", OWNER_ONLY);
  } catch (error) {
    throw new CliError("validation", `${path} could not be written (${reasonOf(error)}).`, {
      remediation: "Name a file in a folder that exists and that you may write to",
      cause: error,
    });
  }
}

const COUNTED = {
  session: "sessions",
  line: "lines",
  hook_event: "events",
  tool_call: "events",
  agent_interaction: "events",
  rating: "ratings",
} as const;

/** Each record names its type first, so nothing has to be parsed. */
function countRecords() {
  const counts = { sessions: 0, lines: 0, events: 0, ratings: 0 };
  const decoder = new StringDecoder("utf8");
  let rest = "";
  return {
    take(piece: Uint8Array): void {
      const records = (rest + decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.length))).split("\n");
      rest = records.pop() ?? "";
      for (const record of records)
        for (const [type, counted] of Object.entries(COUNTED))
          if (record.startsWith(`{"type":"${type}"`)) counts[counted] += 1;
    },
    result: (): Counts => counts,
  };
}
