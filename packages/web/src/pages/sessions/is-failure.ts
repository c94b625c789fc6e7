import type { SessionEvent } from "@tackroom/contract";

/** As the server finds failures too. */
export const isFailure = ({ is_error, kind }: Pick<SessionEvent, "is_error" | "kind">): boolean =>
  is_error || kind === "error";
