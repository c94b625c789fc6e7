import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { getEndpoints } from "./get-endpoints.js";
import { getHarnesses } from "./get-harnesses.js";
import { getPublicConfig, type PublicConfigDeps } from "./get-public-config.js";
import { getVersion } from "./get-version.js";

export function mountConfig(mount: Mount, deps: PublicConfigDeps): void {
  mount(contract.getVersion, async () => getVersion());
  mount(contract.getEndpoints, async () => getEndpoints(deps.settings));
  mount(contract.getPublicConfig, async () => getPublicConfig(deps));
  mount(contract.getHarnesses, async () => getHarnesses());
}
