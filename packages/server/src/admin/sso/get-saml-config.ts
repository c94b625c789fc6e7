import type { SamlConfig } from "@tackroom/contract";
import { showSamlConfig, type SamlConfigDeps } from "./saml-config.js";

/** `GET /admin/saml-config` */
export async function getSamlConfig(deps: SamlConfigDeps): Promise<SamlConfig> {
  return showSamlConfig(deps);
}
