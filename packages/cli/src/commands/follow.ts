import { INTERRUPTED } from "../ask.js";

/** For commands that run until they are stopped: there is nothing to clean up. */
export function exitOnInterrupt(): void {
  process.once("SIGINT", () => process.exit(INTERRUPTED));
}
