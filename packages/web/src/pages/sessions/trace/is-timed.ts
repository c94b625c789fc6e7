import type { SessionOutline } from "@tackroom/contract";

/** Some transcripts tell when they began and no time after that: nothing in them has a duration, which is not a duration of zero. */
export const isTimed = ({ totals, gaps }: Pick<SessionOutline, "totals" | "gaps">): boolean =>
  totals.active_ms > 0 || gaps.length > 0;
