import { HARNESS_IDS, parseHarnessId, type HarnessId } from "@tackroom/harness";
import { fieldError } from "../../platform/service-error.js";

export function requireHarness(text: string, path: string): HarnessId {
  const harness = parseHarnessId(text);
  if (harness) return harness;
  throw fieldError(path, `is an unknown harness. Must be one of: ${HARNESS_IDS.join(", ")}`);
}
