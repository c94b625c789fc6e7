import type { Caller } from "../platform/http/index.js";
import type { Log } from "../platform/log.js";
import type { ReviewUpdates } from "../review/index.js";
import type { TelemetryDeps } from "../telemetry/index.js";
import { createBatches, type Batch } from "./batches.js";
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
  readonly batch: Batch;
  /** A subscription of theirs does not keep up. */
  readonly onOverflow: () => void;
  /** Records which data of others they are about to be shown; the edge does it for what came by HTTP. */
  readonly recordReads: () => Promise<void>;
}

export function contextOf(
  caller: Caller,
  { onOverflow = () => undefined, recordReads = async () => undefined }: Partial<Context> = {},
): Context {
  const reads = createReads();
  return { caller, reads, batch: createBatches(reads), onOverflow, recordReads };
}
