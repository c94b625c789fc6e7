import type { Cli } from "../../cli.js";
import { runSender } from "../../recording/run-sender.js";

/** `tack send`, started by hooks: its output is not read by anyone. */
export async function sendRecorded(cli: Cli): Promise<void> {
  await runSender(cli);
}
