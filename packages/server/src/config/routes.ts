import * as contract from "@tackroom/contract";
import type { Mount } from "../platform/http/index.js";
import { VERSION } from "../platform/version.js";
import type { Settings } from "../settings/index.js";
import { getHarnesses } from "./get-harnesses.js";
import { getPublicConfig } from "./get-public-config.js";

export function mountConfig(mount: Mount, settings: Pick<Settings, "get" | "atStart">): void {
  mount(contract.getVersion, async () => ({ server_version: "dev" as const, version: VERSION }));
  mount(contract.getEndpoints, async () => {
    const web = settings.get("deployment.frontend_url");
    return { api: web + contract.BASE_PATH, web };
  });
  mount(contract.getPublicConfig, async () => getPublicConfig(settings));
  mount(contract.getHarnesses, async () => getHarnesses());
}
