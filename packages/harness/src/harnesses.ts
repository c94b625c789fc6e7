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

/** The harnesses that Tackroom knows: the only list of them, in the order in which they are shown and looked for. */
const ALL = [
  cursor,
  kiro,
  claudeCode,
  codex,
  copilot,
  copilotCli,
  opencode,
  antigravity,
  goose,
  pi,
  geminiCli,
  windsurf,
  zed,
  cline,
  amp,
] as const;

/** The id that the wire uses. */
export type HarnessId = (typeof ALL)[number]["id"];

export const HARNESS_IDS: readonly HarnessId[] = ALL.map(({ id }) => id);

export const HARNESSES = Object.fromEntries(ALL.map((harness) => [harness.id, harness])) as Readonly<
  Record<HarnessId, Harness<HarnessId>>
>;

export function findHarness(id: string): Harness<HarnessId> | undefined {
  return Object.hasOwn(HARNESSES, id) ? HARNESSES[id as HarnessId] : undefined;
}

/** Clients write `claude_code` as often as `claude-code`; both name the same harness. */
export function parseHarnessId(text: string): HarnessId | undefined {
  return findHarness(text.replaceAll("_", "-"))?.id;
}
