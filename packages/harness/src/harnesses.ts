import type { Harness } from "./harness.js";
import { amp } from "./harness/amp.js";
import { antigravity } from "./harness/antigravity.js";
import { claudeCode } from "./harness/claude-code.js";
import { cline } from "./harness/cline.js";
import { codex } from "./harness/codex.js";
import { copilotCli } from "./harness/copilot-cli.js";
import { copilot } from "./harness/copilot.js";
import { cursor } from "./harness/cursor.js";
import { geminiCli } from "./harness/gemini-cli.js";
import { goose } from "./harness/goose.js";
import { kiro } from "./harness/kiro.js";
import { opencode } from "./harness/opencode.js";
import { pi } from "./harness/pi.js";
import { windsurf } from "./harness/windsurf.js";
import { zed } from "./harness/zed.js";

/** The harnesses that Tackroom knows, by the id that the wire uses: the only list of them. */
export const HARNESSES = {
  cursor,
  kiro,
  "claude-code": claudeCode,
  codex,
  copilot,
  "copilot-cli": copilotCli,
  opencode,
  antigravity,
  goose,
  pi,
  "gemini-cli": geminiCli,
  windsurf,
  zed,
  cline,
  amp,
} as const satisfies Readonly<Record<string, Harness>>;

export type HarnessId = keyof typeof HARNESSES;

export const HARNESS_IDS = Object.keys(HARNESSES) as HarnessId[];

/** Clients write `claude_code` as often as `claude-code`; both name the same harness. */
export function parseHarnessId(text: string): HarnessId | undefined {
  const id = text.replaceAll("_", "-");
  return Object.hasOwn(HARNESSES, id) ? (id as HarnessId) : undefined;
}
