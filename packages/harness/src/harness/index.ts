import { amp } from "./amp.js";
import { antigravity } from "./antigravity.js";
import { claudeCode } from "./claude-code.js";
import { cline } from "./cline.js";
import { codex } from "./codex.js";
import { copilotCli } from "./copilot-cli.js";
import { copilot } from "./copilot.js";
import { cursor } from "./cursor.js";
import { geminiCli } from "./gemini-cli.js";
import { goose } from "./goose.js";
import { kiro } from "./kiro.js";
import { opencode } from "./opencode.js";
import { pi } from "./pi.js";
import { windsurf } from "./windsurf.js";
import { zed } from "./zed.js";

/** The harnesses that Tackroom knows: the only list of them, in the order in which they are shown and looked for. */
export const ALL_HARNESSES = [
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
