import type { SamlConfig } from "@tackroom/contract";
import { samlState } from "../../auth/index.js";
import type { ManagedSettings, SettingKey } from "../../settings/index.js";

/** Every setting of SAML that an admin may set, by its name in the contract's body. */
export const SAML_SETTINGS = {
  idp_entity_id: "saml.idp_entity_id",
  idp_sso_url: "saml.idp_sso_url",
  idp_slo_url: "saml.idp_slo_url",
  idp_metadata_url: "saml.idp_metadata_url",
  idp_x509_cert: "saml.idp_x509_cert",
  sp_entity_id: "saml.sp_entity_id",
  sp_acs_url: "saml.sp_acs_url",
  sp_key_encryption_password: "saml.sp_key_encryption_password",
  jit_provisioning: "saml.jit_provisioning",
  email_authoritative: "saml.email_authoritative",
} as const satisfies Readonly<Record<string, SettingKey>>;

/** Made by the server, or provided as files. */
export const SAML_KEY_PAIR = ["saml.sp_private_key", "saml.sp_x509_cert"] as const satisfies readonly SettingKey[];

export interface SamlConfigDeps {
  readonly settings: ManagedSettings;
}

export function showSamlConfig({ settings }: SamlConfigDeps): SamlConfig {
  const { get } = settings;
  const shown = [...Object.values(SAML_SETTINGS), ...SAML_KEY_PAIR].map((key) => settings.show(key));
  const managed = shown.filter((each) => each.is_externally_managed).map(({ key }) => key);
  const isSet = shown.some((each) => each.is_set);
  const settled = isSet ? ("settings" as const) : ("none" as const);
  return {
    configured: samlState(settings) === "on",
    source: managed.length > 0 ? "external" : settled,
    idp_entity_id: get("saml.idp_entity_id"),
    idp_sso_url: get("saml.idp_sso_url"),
    idp_slo_url: get("saml.idp_slo_url"),
    idp_metadata_url: get("saml.idp_metadata_url"),
    sp_entity_id: get("saml.sp_entity_id"),
    sp_acs_url: get("saml.sp_acs_url"),
    jit_provisioning: get("saml.jit_provisioning"),
    email_authoritative: get("saml.email_authoritative"),
    sp_x509_cert: get("saml.sp_x509_cert"),
    has_idp_cert: get("saml.idp_x509_cert").length > 0,
    has_sp_key: get("saml.sp_private_key") !== "",
    externally_managed: managed,
  };
}
