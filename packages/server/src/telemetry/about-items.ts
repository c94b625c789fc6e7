import type { ItemUsage } from "../registry/index.js";
import { createCanaryNotes } from "./canaries/active-canaries.js";
import { createAgentScores } from "./scorecards/score-agent.js";
import type { TelemetryDeps } from "./telemetry-deps.js";

/** What the registry, which knows nothing of telemetry, asks about its items. */
export interface AboutItems {
  readonly usage: ItemUsage;
  readonly notesFor: ReturnType<typeof createCanaryNotes>;
}

export function aboutItems(deps: TelemetryDeps): AboutItems {
  return {
    usage: { ...deps.reports, scoresOf: createAgentScores(deps) },
    notesFor: createCanaryNotes(deps.canariesOf),
  };
}
