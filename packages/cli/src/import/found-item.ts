import type { Kind } from "../kinds.js";
import type { Draft } from "../submit/submission.js";

/** An item in a source. */
export interface FoundItem {
  readonly type: Kind;
  /** Relative to the source, with forward slashes; `#` is followed by the place in a file that holds several. */
  readonly path: string;
  readonly name: string;
  /** Absent when it cannot be submitted. */
  readonly payload?: Draft;
  /** Why it cannot be submitted, and what to do about it. */
  readonly refusal?: string;
  /** What of it is left out, or changed. */
  readonly notes: readonly string[];
}
