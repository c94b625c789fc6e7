import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";
import { nullable } from "./registry/fields.js";
import { ROLES } from "./roles.js";
import { SETTING_GROUPS } from "./setting-groups.js";

/** `list`: separated by commas. `rate`: such as 10/minute. */
export const SETTING_TYPES = ["boolean", "integer", "text", "url", "list", "rate", "json"] as const;
export type SettingType = (typeof SETTING_TYPES)[number];

/** What is shown of a secret that is set. */
export const REDACTED = "**REDACTED**";

const settingFields = {
  key: Type.String({ examples: ["auth.self_registration_enabled"] }),
  label: Type.String({ description: "Its name for people", examples: ["Self-registration"] }),
  group: Type.Enum([...SETTING_GROUPS], { description: "What an admin wants to do with it" }),
  value: Type.String({ description: `The effective value, as text; \`${REDACTED}\` for a secret that is set` }),
  is_sensitive: Type.Boolean({ description: "Stored encrypted and never returned" }),
  is_set: Type.Boolean({ description: "False while the default applies" }),
  is_externally_managed: Type.Boolean({ description: "Set by an environment variable or a file, and read-only here" }),
  managed_by: nullable(
    Type.String({
      description: "The environment variable that sets it, if it is managed externally",
      examples: ["OAUTH_CLIENT_SECRET_FILE"],
    }),
  ),
  type: Type.Enum([...SETTING_TYPES]),
  unit: nullable(Type.String({ description: "What its number counts", examples: ["days"] })),
  default: Type.String(),
  description: Type.String(),
  changed_by: nullable(
    Type.Enum([...ROLES], {
      description: "The minimum role required to change it; null if the server generates the value",
    }),
  ),
  restart_required: Type.Boolean({ description: "A change takes effect after a restart" }),
  pending_restart: Type.Boolean({
    description: "It was changed, and the answering server still uses the value before",
  }),
};

export const Setting = Type.Object(settingFields, { $id: "Setting" });
export type Setting = Static<typeof Setting>;

const Warnings = Type.Optional(
  Type.Array(Type.String(), { description: "Ways in which the change would lock users out, if any" }),
);

export const ChangedSetting = Type.Object({ ...settingFields, warnings: Warnings }, { $id: "ChangedSetting" });
export type ChangedSetting = Static<typeof ChangedSetting>;

const SettingParams = Type.Object({ key: Type.String() });

/** As long as a value that comes from a file may be. */
const MAX_VALUE_LENGTH = 64 * 1024;

export const SettingBody = Type.Object({
  value: Type.Union([Type.String({ maxLength: MAX_VALUE_LENGTH }), Type.Boolean(), Type.Number()]),
});
export type SettingBody = Static<typeof SettingBody>;

export const listSettings = endpoint({
  method: "GET",
  path: "/admin/settings",
  module: "admin",
  summary: "Lists all settings with their effective values",
  access: "admin",
  audited: { action: "setting.list", resource: "setting", sensitivity: "low", calls: "all" },
  params: None,
  query: None,
  body: None,
  reply: Type.Array(Type.Object(settingFields)),
  errors: ["unauthenticated", "forbidden"],
});

export const getSetting = endpoint({
  method: "GET",
  path: "/admin/settings/:key",
  module: "admin",
  summary: "Returns a setting",
  access: "admin",
  audited: { action: "setting.read", resource: "setting", sensitivity: "low", calls: "all" },
  params: SettingParams,
  query: None,
  body: None,
  reply: Setting,
  errors: ["unauthenticated", "forbidden", "unknown_setting"],
});

export const putSetting = endpoint({
  method: "PUT",
  path: "/admin/settings/:key",
  module: "admin",
  summary: "Updates a setting; an empty value clears it",
  access: "admin",
  audited: { action: "setting.set", resource: "setting", sensitivity: "high", calls: "all" },
  params: SettingParams,
  query: None,
  body: SettingBody,
  reply: ChangedSetting,
  errors: ["unauthenticated", "forbidden", "unknown_setting", "externally_managed", "validation_failed"],
});

export const CheckSettingBody = Type.Object({ value: Type.Optional(SettingBody.properties.value) });
export type CheckSettingBody = Static<typeof CheckSettingBody>;

export const SettingCheck = Type.Object(
  {
    warnings: Type.Array(Type.String(), { description: "Ways in which the change would lock users out" }),
    consequence: nullable(
      Type.String({
        description: "What the change exposes, deletes or disables, to be confirmed; null if it is harmless",
      }),
    ),
  },
  { $id: "SettingCheck" },
);
export type SettingCheck = Static<typeof SettingCheck>;

export const checkSetting = endpoint({
  method: "POST",
  path: "/admin/settings/:key/check",
  module: "admin",
  summary:
    "Checks whether a change is dangerous or would lock users out, without applying it; omit the value to check a reset to the default",
  access: "admin",
  audited: { action: "setting.check", resource: "setting", sensitivity: "low", calls: "all" },
  readsOnly: true,
  params: SettingParams,
  query: None,
  body: CheckSettingBody,
  reply: SettingCheck,
  errors: ["unauthenticated", "forbidden", "unknown_setting", "externally_managed", "validation_failed"],
});

export const deleteSetting = endpoint({
  method: "DELETE",
  path: "/admin/settings/:key",
  module: "admin",
  summary: "Resets a setting to its default",
  access: "admin",
  audited: { action: "setting.unset", resource: "setting", sensitivity: "high", calls: "all" },
  params: SettingParams,
  query: None,
  body: None,
  reply: Type.Object({ deleted: Type.String({ description: "The key" }), warnings: Warnings }),
  errors: ["unauthenticated", "forbidden", "unknown_setting", "externally_managed"],
});

export const rotateSealingKey = endpoint({
  method: "POST",
  path: "/admin/sealing-key/rotate",
  module: "admin",
  summary: "Re-encrypts stored secrets that still use OLD_SECRET_KEY with SECRET_KEY",
  access: "super_admin",
  audited: { action: "sealing_key.rotate", resource: "setting", sensitivity: "high", calls: "all" },
  params: None,
  query: None,
  body: None,
  reply: Type.Object({ resealed: Type.Integer({ description: "Number of secrets that were re-encrypted" }) }),
  errors: ["unauthenticated", "forbidden", "invalid_state"],
});
