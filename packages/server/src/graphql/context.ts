import type { Caller } from "../platform/http/index.js";
import type { Log } from "../platform/log.js";
import type { ReviewUpdates } from "../review/index.js";
import type { TelemetryDeps } from "../telemetry/index.js";
import { createReads, type Reads } from "./reads.js";

export interface GraphqlDeps {
  readonly telemetry: TelemetryDeps;
  readonly reviews: Pick<ReviewUpdates, "subscribe">;
  readonly log: Log;
}

/** For whom an operation runs. */
export interface Context {
  readonly caller: Caller;
  readonly reads: Reads;
  /** A subscription of theirs does not keep up. */
  readonly onOverflow: () => void;
}

export function contextOf(caller: Caller, onOverflow: () => void = () => undefined): Context {
  return { caller, reads: createReads(), onOverflow };
}
