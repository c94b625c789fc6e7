/** The harnesses that Tackroom knows, by the id that the wire uses. */
export const HARNESSES = {
  cursor: "Cursor",
  kiro: "Kiro",
  "claude-code": "Claude Code",
  codex: "Codex CLI",
  copilot: "GitHub Copilot (VS Code)",
  "copilot-cli": "Copilot CLI",
  opencode: "OpenCode",
  antigravity: "Antigravity CLI",
  goose: "Goose",
  pi: "Pi",
  "gemini-cli": "Gemini CLI",
  windsurf: "Windsurf",
  zed: "Zed",
  cline: "Cline",
  amp: "Amp",
} as const;

export type HarnessId = keyof typeof HARNESSES;

/** Clients write `claude_code` as often as `claude-code`; both name the same harness. */
export function parseHarnessId(text: string): HarnessId | undefined {
  const id = text.replaceAll("_", "-");
  return Object.hasOwn(HARNESSES, id) ? (id as HarnessId) : undefined;
}
