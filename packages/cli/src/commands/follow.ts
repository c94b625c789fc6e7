/** The exit code of a program that Ctrl-C ended: 128 and the number of the signal. */
const INTERRUPTED = 130;

/** For commands that run until they are stopped: there is nothing to clean up. */
export function exitOnInterrupt(): void {
  process.once("SIGINT", () => process.exit(INTERRUPTED));
}
