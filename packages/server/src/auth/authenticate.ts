import type { Authenticate } from "../platform/http/index.js";
import { ServiceError } from "../platform/service-error.js";

/** There are no accounts yet, so no credentials can be right; saying so beats ignoring them. */
export const authenticate: Authenticate = async ({ headers }) => {
  if (headers.authorization === undefined && headers["x-api-key"] === undefined) return null;
  throw new ServiceError("unauthenticated", "These credentials are not valid here. Sign in again.");
};
