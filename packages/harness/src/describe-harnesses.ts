import type { Capability, Harness } from "./harness.js";
import { HARNESS_IDS, HARNESSES, type HarnessId } from "./harnesses.js";

/** A row of `GET /config/harnesses`. */
export interface HarnessDescription {
  readonly name: HarnessId;
  readonly display_name: string;
  readonly capabilities: readonly Capability[];
  readonly supported_models: readonly string[];
}

export function describeHarnesses(): HarnessDescription[] {
  return HARNESS_IDS.map((id) => {
    const harness: Harness = HARNESSES[id];
    return {
      name: id,
      display_name: harness.displayName,
      capabilities: harness.capabilities,
      supported_models: harness.supportedModels,
    };
  });
}
