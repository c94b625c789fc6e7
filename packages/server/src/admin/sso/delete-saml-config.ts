import type { CallContext } from "../../platform/http/index.js";
import type { SettingKey } from "../../settings/index.js";
import { warningsOfChange, type LockoutDeps } from "../lockout-warnings.js";
import { requireChangeable } from "../require-setting.js";
import { SAML_KEY_PAIR, SAML_SETTINGS, type SamlConfigDeps } from "./saml-config.js";

/** `DELETE /admin/saml-config` */
export async function deleteSamlConfig(
  deps: SamlConfigDeps & LockoutDeps,
  { caller, call }: CallContext,
): Promise<{ deleted: string[]; warnings?: string[] }> {
  const { settings } = deps;
  const own = Object.values(SAML_SETTINGS).filter((key) => settings.show(key).is_set);
  for (const key of own) requireChangeable(settings, key, caller);
  // Files stay: only who has put them there can take them away.
  const generated = SAML_KEY_PAIR.filter((key) => {
    const { is_set: isSet, is_externally_managed: isManaged } = settings.show(key);
    return isSet && !isManaged;
  });
  const deleted: SettingKey[] = [...own, ...generated];
  call.describeForAudit({ detail: { deleted } });
  const warnings = await warningsOfChange(deps, { key: "saml.idp_sso_url", text: "" }, { caller, call });
  await settings.unsetTogether(call.act, deleted);
  return { deleted, ...(warnings.length > 0 ? { warnings } : {}) };
}
