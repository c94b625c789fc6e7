import { ServiceError } from "./service-error.js";

/** What our triggers raise when a change would break a law that the database keeps. Their message is for the caller. */
const BROKEN_LAW = "TK409";

export function asRefusedByDatabase(error: unknown): ServiceError | undefined {
  const isRefusal = error instanceof Error && "code" in error && error.code === BROKEN_LAW;
  return isRefusal ? new ServiceError("conflict", error.message, { cause: error }) : undefined;
}
