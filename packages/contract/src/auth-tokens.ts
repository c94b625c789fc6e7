import { Type, type Static } from "typebox";
import { Credentials, Message, TokenPair, Tokens } from "./auth.js";
import { endpoint, None } from "./endpoint.js";
import { SSO_METHODS } from "./sign-in-methods.js";
import { SingleLineText } from "./text.js";

const auth = { module: "auth", params: None, query: None } as const;
const RefreshToken = Type.String({ maxLength: 4096 });
const Detail = Type.Object({ detail: Type.String() }, { $id: "Detail" });

export const createToken = endpoint({
  ...auth,
  method: "POST",
  path: "/auth/token",
  summary: "Exchanges credentials for an access and a refresh token",
  access: "anyone",
  audited: { action: "auth.token", resource: "user", sensitivity: "medium", calls: "all" },
  limited: { rate: "strict_with_password", shared: true, slowsDownBy: "email" },
  localAccountsOnly: "with_password",
  body: Credentials,
  reply: TokenPair,
  errors: ["invalid_credentials", "account_deactivated", "sso_only"],
});

export const RefreshBody = Type.Object({ refresh_token: Type.Optional(RefreshToken) });
export type RefreshBody = Static<typeof RefreshBody>;

export const refreshToken = endpoint({
  ...auth,
  method: "POST",
  path: "/auth/token/refresh",
  summary: "Exchanges a refresh token for a new pair; reuse after a grace period of ten seconds ends the sign-in",
  access: "anyone",
  audited: { action: "auth.refresh", resource: "token_family", sensitivity: "medium", calls: "refused" },
  readsOthers: false,
  limited: { rate: "general", counts: "failures" },
  body: RefreshBody,
  reply: TokenPair,
  errors: ["unauthenticated", "account_deactivated", "forbidden"],
});

export const RevokeBody = Type.Object({
  refresh_token: Type.Optional(RefreshToken),
  api_key: Type.Optional(Type.String({ maxLength: 200 })),
  key_id: Type.Optional(
    Type.String({
      format: "uuid",
      description:
        "One of the caller's own keys; admins may also pass the key of any user whose role is not higher than theirs",
    }),
  ),
});
export type RevokeBody = Static<typeof RevokeBody>;

export const revokeToken = endpoint({
  ...auth,
  method: "POST",
  path: "/auth/token/revoke",
  summary: "Revokes a refresh token, which ends its sign-in, or an API key",
  access: "optional",
  audited: { action: "auth.revoke", sensitivity: "medium", calls: "all" },
  limited: { rate: "general", byUseCase: true },
  duringPasswordChange: true,
  body: RevokeBody,
  reply: Detail,
  errors: ["unauthenticated", "forbidden", "not_found"],
});

export const logout = endpoint({
  ...auth,
  method: "POST",
  path: "/auth/logout",
  summary: "Ends this sign-in; hooks tokens are rejected until the next sign-in",
  access: "user",
  audited: { action: "auth.logout", resource: "user", sensitivity: "low", calls: "all" },
  duringPasswordChange: true,
  body: RefreshBody,
  reply: Type.Object(
    {
      detail: Type.String(),
      logout_url: Type.Optional(
        Type.String({
          description: "Open it in the browser to sign out at the identity provider too; valid for a minute",
        }),
      ),
    },
    { $id: "SignedOut" },
  ),
  errors: ["forbidden"],
});

export const createHooksToken = endpoint({
  ...auth,
  method: "POST",
  path: "/auth/hooks-token",
  summary: "Creates a long-lived token that can only send telemetry",
  access: "user",
  audited: { action: "auth.hooks_token", resource: "user", sensitivity: "medium", calls: "all" },
  limited: { rate: "general" },
  body: None,
  reply: Type.Object({ access_token: Type.String(), expires_in: Type.Integer() }, { $id: "HooksToken" }),
  errors: [],
});

export const JsonWebKeySet = Type.Object(
  {
    keys: Type.Array(
      Type.Object(
        {
          kty: Type.String(),
          kid: Type.String(),
          use: Type.Literal("sig"),
          alg: Type.String(),
          purpose: Type.Enum(["token", "attestation"]),
        },
        { additionalProperties: true },
      ),
    ),
  },
  { $id: "JsonWebKeySet" },
);
export type JsonWebKeySet = Static<typeof JsonWebKeySet>;

export const getJwks = endpoint({
  ...auth,
  method: "GET",
  path: "/auth/.well-known/jwks.json",
  aliases: ["/.well-known/jwks.json"],
  summary: "Returns the public keys for token verification (RFC 7517), current key first",
  access: "anyone",
  audited: false,
  readsOthers: false,
  body: None,
  reply: JsonWebKeySet,
  errors: ["unavailable"],
});

export const AuthorizeDeviceBody = Type.Object({
  client_id: Type.Optional(SingleLineText({ maxLength: 200 })),
  sso: Type.Optional(Type.Boolean({ default: false, description: "Sign in with single sign-on before confirming" })),
  provider: Type.Optional(
    Type.Enum([...SSO_METHODS], { description: "Which method, with `sso`; the first that is configured if omitted" }),
  ),
});
export type AuthorizeDeviceBody = Static<typeof AuthorizeDeviceBody>;

export const DeviceAuthorization = Type.Object(
  {
    device_code: Type.String(),
    user_code: Type.String({ examples: ["BCDF-2345"] }),
    verification_uri: Type.String(),
    verification_uri_complete: Type.String(),
    expires_in: Type.Integer(),
    interval: Type.Integer({ description: "Minimum number of seconds between two polls" }),
  },
  { $id: "DeviceAuthorization" },
);
export type DeviceAuthorization = Static<typeof DeviceAuthorization>;

export const authorizeDevice = endpoint({
  ...auth,
  method: "POST",
  path: "/auth/device/authorize",
  summary: "Starts the device authorization flow for the CLI (RFC 8628)",
  access: "anyone",
  audited: false,
  readsOthers: false,
  limited: { rate: "strict" },
  body: AuthorizeDeviceBody,
  reply: DeviceAuthorization,
  errors: [],
});

export const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

export const pollDevice = endpoint({
  ...auth,
  method: "POST",
  path: "/auth/device/token",
  summary: "Polls the device authorization flow; returns the tokens once it has been confirmed",
  access: "anyone",
  audited: { action: "auth.device_login", resource: "user", sensitivity: "medium", calls: "all" },
  limited: { rate: "general", byUseCase: true },
  body: Type.Object({
    device_code: Type.String({ maxLength: 200 }),
    grant_type: Type.String({ maxLength: 200, description: DEVICE_GRANT }),
  }),
  reply: Tokens,
  errors: ["authorization_pending", "invalid_code", "invalid_state"],
});

export const confirmDevice = endpoint({
  ...auth,
  method: "POST",
  path: "/auth/device/confirm",
  summary: "Confirms a device code, which signs the CLI in as the caller",
  access: "user",
  audited: { action: "auth.device_confirm", resource: "user", sensitivity: "medium", calls: "all" },
  limited: { rate: "general" },
  body: Type.Object({ user_code: Type.String({ maxLength: 50 }) }),
  reply: Message,
  errors: ["forbidden", "not_found", "invalid_state"],
});
