import type { HarnessId } from "../harnesses.js";
import { readAmp } from "./amp.js";
import { readAntigravity } from "./antigravity.js";
import { readClaudeCode } from "./claude-code.js";
import { readCline } from "./cline.js";
import { readCodex } from "./codex.js";
import { readCopilotCli } from "./copilot-cli.js";
import { readCopilot } from "./copilot.js";
import { readCursor } from "./cursor.js";
import { readGeminiCli } from "./gemini-cli.js";
import { readGoose } from "./goose.js";
import { countIn, isRecord, type JsonRecord } from "./json.js";
import { readKiro } from "./kiro.js";
import { readLineNames } from "./line-names.js";
import { readOpencode } from "./opencode.js";
import { readPi } from "./pi.js";
import { type LineReading, reading, spoken, UNREADABLE } from "./reading.js";
import { readWindsurf } from "./windsurf.js";
import { readZed } from "./zed.js";

const PARSERS: Readonly<Record<HarnessId, (line: JsonRecord) => LineReading>> = {
  cursor: readCursor,
  kiro: readKiro,
  "claude-code": readClaudeCode,
  codex: readCodex,
  copilot: readCopilot,
  "copilot-cli": readCopilotCli,
  opencode: readOpencode,
  antigravity: readAntigravity,
  goose: readGoose,
  pi: readPi,
  "gemini-cli": readGeminiCli,
  windsurf: readWindsurf,
  zed: readZed,
  cline: readCline,
  amp: readAmp,
};

/** What one line of a transcript says: it depends on nothing but the line, and no line makes it throw. */
export function readTranscriptLine(harness: HarnessId, line: string): LineReading {
  const record = parseRecord(line);
  if (record === null) return UNREADABLE;
  const said = standInReading(record) ?? PARSERS[harness](record);
  const names = said.outcome === "unreadable" ? null : readLineNames(harness, record);
  return names === null ? said : { ...said, names };
}

const STAND_INS: ReadonlyMap<unknown, string> = new Map([
  ["tackroom.oversize", "was too large to be sent"],
  ["tackroom.refused", "was refused by the server"],
]);

/** What `tack` sends for a line of which it can keep nothing; one that is merely too long keeps its form. */
function standInReading({ type, bytes }: JsonRecord): LineReading | null {
  const why = STAND_INS.get(type);
  if (why === undefined || typeof type !== "string") return null;
  const text = `A line of ${String(countIn(bytes))} bytes ${why}.`;
  return reading({ type, events: spoken("system", text, { timestamp: null, model: null }) });
}

function parseRecord(line: string): JsonRecord | null {
  try {
    const value: unknown = JSON.parse(withoutPadding(line));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** A crash leaves NULs at the end of a file that was being written; editors put a mark at its beginning. */
function withoutPadding(line: string): string {
  let end = line.length;
  while (end > 0 && line.charCodeAt(end - 1) === 0) end -= 1;
  return line.slice(line.charCodeAt(0) === 0xfeff ? 1 : 0, end);
}
