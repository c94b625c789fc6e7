import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import type { Settings } from "../settings/index.js";
import { getEndpoints } from "./get-endpoints.js";
import { getHarnesses } from "./get-harnesses.js";
import { getPublicConfig } from "./get-public-config.js";
import { getVersion } from "./get-version.js";

export function mountConfig(mount: Mount, settings: Pick<Settings, "get">): void {
  mount(contract.getVersion, async () => getVersion());
  mount(contract.getEndpoints, async () => getEndpoints(settings));
  mount(contract.getPublicConfig, async () => getPublicConfig(settings));
  mount(contract.getHarnesses, async () => getHarnesses());
}
