import type { SessionEvent } from "@tackroom/contract";

/** The same rule as on the server. */
export const isFailure = ({ is_error, kind }: Pick<SessionEvent, "is_error" | "kind">): boolean =>
  is_error || kind === "error";
