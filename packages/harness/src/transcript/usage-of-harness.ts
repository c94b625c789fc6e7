import { findHarness } from "../harnesses.js";

/** Whether a harness tells what a request has used before what was said, and not after it. */
export function usageComesFirst(harness: string): boolean {
  return findHarness(harness)?.transcript.usageComesFirst ?? false;
}

/** Whether a transcript of a harness may lack its usage: then it is unknown, and not zero. */
export function mayLackUsage(harness: string): boolean {
  return findHarness(harness)?.transcript.mayLackUsage ?? false;
}
