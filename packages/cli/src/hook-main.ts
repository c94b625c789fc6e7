// `tack hook`: does the work of ~/.tackroom/hook on Windows, and where a shell is not sufficient. It runs inside a user's
// session, so it is a separate bundle that loads almost nothing, prints no errors and always succeeds.
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { destinationNow } from "./recording/destination-now.js";
import { hookOutput } from "./recording/hook-output.js";
import { recordingPlaces } from "./recording/places.js";
import { startSender, wakeSender } from "./recording/wake-sender.js";
import { writeEntry } from "./recording/write-entry.js";

function valueOf(flag: string): string {
  const at = process.argv.indexOf(flag);
  return at === -1 ? "" : (process.argv[at + 1] ?? "");
}

function startTack(): number | undefined {
  // Loaded only when a process has to be started.
  const { spawn } = process.getBuiltinModule("node:child_process");
  const program = process.argv[1] ?? "";
  const child = spawn(process.execPath, [program, "send"], { detached: true, stdio: "ignore", windowsHide: true });
  child.on("error", () => undefined);
  child.unref();
  return child.pid;
}

function record(): void {
  const { env } = process;
  const places = recordingPlaces(env["HOME"] || homedir());
  if (process.argv.includes("--wake")) {
    startSender(places, startTack);
    return;
  }
  const [harness, event] = [valueOf("--harness") || "claude-code", valueOf("--event")];
  process.stdout.write(hookOutput(harness, event));
  // Always read the input: a harness that writes to a closed pipe may treat that as a failure.
  const given = readFileSync(0);
  const destination = destinationNow(env, places.config);
  if (destination === undefined) return;
  const { TACK_PROJECT: project = "", TACK_AGENT_ID: agent = "" } = env;
  const head = { ...destination, harness, event, project, agent, envServer: "" };
  writeEntry(places, process.pid, head, given);
  wakeSender(places, startTack);
}

try {
  record();
} catch {
  // Recording must never disturb the user. `tack doctor` reports problems.
}
