import { HARNESS_IDS, harnessCalled, type HarnessId } from "@tackroom/harness";
import { usageError } from "./errors.js";

/** The harness named by an option, by its ID or an alias such as `claude`. */
export function readHarness(typed: string, accepted: readonly string[] = HARNESS_IDS): HarnessId {
  const id = harnessCalled(typed);
  if (id !== undefined) return id;
  throw usageError(`Unknown harness "${typed}".`, `Choose one of: ${accepted.join(", ")}`);
}
