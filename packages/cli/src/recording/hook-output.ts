/** What a harness wants to read from a hook that has nothing to say. The shell hook answers the same. */
export function hookOutput(harness: string, event: string | undefined): string {
  if (harness === "antigravity" && event === "Stop") return '{"decision":""}\n';
  return ["antigravity", "gemini-cli", "cline"].includes(harness) ? "{}\n" : "";
}
