import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";
import { SSO_METHODS } from "./sign-in-methods.js";

const admin = { module: "admin", access: "admin", params: None, query: None } as const;

export const SsoCheck = Type.Object({
  name: Type.String({ examples: ["discovery"] }),
  ok: Type.Boolean(),
  detail: Type.String({ description: "What was found" }),
  remedy: Type.Union([Type.String(), Type.Null()], { description: "What to do about it; null if nothing" }),
});
export type SsoCheck = Static<typeof SsoCheck>;

export const SsoTest = Type.Object({ ok: Type.Boolean(), checks: Type.Array(SsoCheck) }, { $id: "SsoTest" });
export type SsoTest = Static<typeof SsoTest>;

export const testSso = endpoint({
  ...admin,
  method: "POST",
  path: "/admin/sso/:method/test",
  summary: "Checks the configuration of a sign-in method, including whether its provider answers",
  audited: { action: "sso.test", resource: "setting", sensitivity: "low", calls: "all" },
  readsOnly: true,
  params: Type.Object({ method: Type.Enum([...SSO_METHODS]) }),
  body: None,
  reply: SsoTest,
  errors: ["unauthenticated", "forbidden"],
});

/** What an admin may set; secrets are never shown. */
const samlFields = {
  idp_entity_id: Type.String(),
  idp_sso_url: Type.String(),
  idp_slo_url: Type.String(),
  idp_metadata_url: Type.String(),
  sp_entity_id: Type.String(),
  sp_acs_url: Type.String(),
  jit_provisioning: Type.Boolean(),
  email_authoritative: Type.Boolean(),
};

export const SamlConfig = Type.Object(
  {
    configured: Type.Boolean({ description: "False while something required is missing" }),
    source: Type.Enum(["none", "settings", "external"], {
      description: "external: at least one value comes from a variable or a file",
    }),
    ...samlFields,
    sp_x509_cert: Type.String({ description: "PEM; public" }),
    has_idp_cert: Type.Boolean(),
    has_sp_key: Type.Boolean(),
    externally_managed: Type.Array(Type.String({ examples: ["saml.sp_private_key"] })),
  },
  { $id: "SamlConfig" },
);
export type SamlConfig = Static<typeof SamlConfig>;

const Value = Type.String({ maxLength: 64 * 1024 });

export const SamlConfigBody = Type.Object({
  idp_entity_id: Value,
  idp_sso_url: Value,
  idp_x509_cert: Value,
  idp_slo_url: Type.Optional(Value),
  idp_metadata_url: Type.Optional(Value),
  sp_entity_id: Type.Optional(Value),
  sp_acs_url: Type.Optional(Value),
  sp_key_encryption_password: Type.Optional(Value),
  jit_provisioning: Type.Optional(Type.Boolean()),
  email_authoritative: Type.Optional(Type.Boolean()),
  regenerate_sp_key: Type.Optional(
    Type.Boolean({ description: "Replaces the generated key pair; the identity provider then needs the new metadata" }),
  ),
});
export type SamlConfigBody = Static<typeof SamlConfigBody>;

export const getSamlConfig = endpoint({
  ...admin,
  method: "GET",
  path: "/admin/saml-config",
  summary: "Returns the SAML configuration without its secrets",
  audited: { action: "saml_config.read", resource: "setting", sensitivity: "low", calls: "all" },
  body: None,
  reply: SamlConfig,
  errors: ["unauthenticated", "forbidden"],
});

export const putSamlConfig = endpoint({
  ...admin,
  method: "PUT",
  path: "/admin/saml-config",
  summary: "Sets the SAML configuration; members that are left out keep their values",
  audited: { action: "saml_config.set", resource: "setting", sensitivity: "high", calls: "all" },
  body: SamlConfigBody,
  reply: SamlConfig,
  errors: ["unauthenticated", "forbidden", "externally_managed", "validation_failed"],
});

export const deleteSamlConfig = endpoint({
  ...admin,
  method: "DELETE",
  path: "/admin/saml-config",
  summary: "Resets the SAML configuration, which switches SAML off; the generated key pair goes too",
  audited: { action: "saml_config.unset", resource: "setting", sensitivity: "high", calls: "all" },
  body: None,
  reply: Type.Object({
    deleted: Type.Array(Type.String({ description: "Key of a setting" })),
    warnings: Type.Optional(Type.Array(Type.String(), { description: "Ways in which this locks users out, if any" })),
  }),
  errors: ["unauthenticated", "forbidden", "externally_managed"],
});
