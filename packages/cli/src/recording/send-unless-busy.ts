import type { Cli } from "../cli.js";
import { recordingPlaces } from "./places.js";
import { takeSenderLock } from "./sender-lock.js";
import { TIMES, type SenderTimes } from "./sender-times.js";

/**
 * The sender as hooks start it, many at once. All but one end at the lock, before they have loaded what is known of every
 * harness, which takes longer than all the rest.
 */
export async function sendUnlessBusy(cli: Cli, times: SenderTimes = TIMES): Promise<void> {
  const lock = takeSenderLock(recordingPlaces(cli.home));
  if (!lock) return;
  const { runSender } = await import("./run-sender.js");
  await runSender(cli, times, undefined, lock);
}
