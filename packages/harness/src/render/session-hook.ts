import type { Platform } from "../neutral.js";

/**
 * Tackroom's own hook. It takes the harness as an argument because one settings file may be read by several, and the event
 * where a payload does not name it. Settings outlive what they call: where the hook is gone, the command does nothing,
 * quietly. On Windows nobody knows which shell will run it, so it cannot say that.
 */
export function sessionCommand(harness: string, platform: Platform | undefined, event?: string): string {
  const words = event === undefined ? harness : `${harness} ${event}`;
  return platform === "windows" ? `tack hook --harness ${words}` : `~/.tackroom/hook ${words} 2>/dev/null || true`;
}

/** The same for a harness that says that PowerShell runs it. */
export const sessionCommandInPowerShell = (harness: string): string =>
  `if (Get-Command tack -ErrorAction SilentlyContinue) { ${sessionCommand(harness, "windows")} }`;

/** The same with the agent that the session belongs to, where the harness tells it in no other way. */
export function sessionCommandOf(agentId: string, command: string, platform: Platform | undefined): string {
  return platform === "windows"
    ? `set "TACK_AGENT_ID=${agentId}" && ${command}`
    : `TACK_AGENT_ID=${agentId} ${command}`;
}

/** Whose our own hooks are, in files where hooks have names. */
export const OURS = "tackroom";

/** How long a harness may wait for our hook, which only appends to a file. */
export const SESSION_HOOK_SECONDS = 10;

/** The lines of a plugin that hand an event to our hook and never wait for it. It sees every session, so it names no agent. */
export function reportFunction(harness: string, platform: Platform | undefined): string {
  const program =
    platform === "windows"
      ? `"tack", ["hook", "--harness", ${JSON.stringify(harness)}], {\n    shell: true,`
      : `join(homedir(), ".tackroom", "hook"), [${JSON.stringify(harness)}], {`;
  const imports =
    platform === "windows" ? [] : [`import { homedir } from "node:os";`, `import { join } from "node:path";`];
  return [
    `import { spawn } from "node:child_process";`,
    ...imports,
    "",
    "/** Passes an event to Tackroom's hook. A session must never fail or wait because of it. */",
    "function report(event) {",
    `  const hook = spawn(${program}`,
    "    detached: true,",
    `    stdio: ["pipe", "ignore", "ignore"],`,
    "  });",
    `  hook.on("error", () => {});`,
    `  hook.stdin.on("error", () => {});`,
    "  hook.stdin.end(JSON.stringify(event));",
    "  hook.unref();",
    "}",
    "",
  ].join("\n");
}
