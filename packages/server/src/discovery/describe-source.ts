import type { ArdSource } from "@tackroom/contract";
import type { Source } from "./source-store.js";

export const describeSource = ({ created_at, last_fetched_at, ...source }: Source): ArdSource => ({
  ...source,
  last_fetched_at: last_fetched_at?.toISOString() ?? null,
  created_at: created_at.toISOString(),
});

/** For the audit log, which must hold no secret: some addresses carry one behind the question mark. */
export const withoutQuery = (url: string): string => url.split("?")[0] ?? "";
