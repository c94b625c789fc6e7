import type { HarnessCatalogue } from "@tackroom/contract";
import { describeHarnesses } from "@tackroom/harness";

export function getHarnesses(): HarnessCatalogue {
  const harnesses = describeHarnesses().map(({ capabilities, supported_models, ...harness }) => ({
    ...harness,
    capabilities: [...capabilities],
    supported_models: [...supported_models],
  }));
  return { harnesses, default_harness: "claude-code" };
}
