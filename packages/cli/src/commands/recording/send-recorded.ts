import type { Cli } from "../../cli.js";
import { sendUnlessBusy } from "../../recording/send-unless-busy.js";

/** `tack send`, started by hooks: its output is not read by anyone. */
export async function sendRecorded(cli: Cli): Promise<void> {
  await sendUnlessBusy(cli);
}
