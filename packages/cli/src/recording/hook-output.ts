/** The neutral output that a harness expects from a hook. The shell hook prints the same. */
export function hookOutput(harness: string, event: string | undefined): string {
  if (harness === "antigravity" && event === "Stop") return '{"decision":""}\n';
  return ["antigravity", "gemini-cli", "cline"].includes(harness) ? "{}\n" : "";
}
