import { publisherOf } from "../discovery/index.js";
import type { SurfaceContext } from "../feeds/index.js";
import type { Settings } from "../settings/index.js";

/** Where the surfaces are for the client that asked: under the same secret address, if there is one. */
export const surfaceBase = (
  { settings }: { readonly settings: Pick<Settings, "get"> },
  { token }: Pick<SurfaceContext, "token">,
): string => publisherOf(settings).baseUrl + (token === undefined ? "" : `/c/${token}`);
