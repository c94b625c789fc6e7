import type { Cli } from "../../cli.js";
import { runSender } from "../../recording/run-sender.js";

/** `tack send`, which hooks start: nobody reads what it would say. */
export async function sendRecorded(cli: Cli): Promise<void> {
  await runSender(cli);
}
