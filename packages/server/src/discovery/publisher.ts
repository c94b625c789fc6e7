import { BASE_PATH } from "@tackroom/contract";
import { publicAddress } from "../auth/index.js";
import type { Settings } from "../settings/index.js";
import { LOCAL_DOMAIN } from "./core/identifier.js";

/** Who this registry is to others. */
export interface Publisher {
  readonly domain: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Where its discovery endpoints are. */
  readonly ardUrl: string;
}

/** The domain is settled when a real one is first seen, so that identifiers stay what they are. */
export function publisherOf(settings: Pick<Settings, "get">): Publisher {
  const baseUrl = publicAddress(settings);
  return {
    domain: settings.get("discovery.publisher_domain") || LOCAL_DOMAIN,
    baseUrl,
    ardUrl: `${baseUrl}${BASE_PATH}/ard`,
  };
}
