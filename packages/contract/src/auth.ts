import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";
import { ROLES } from "./roles.js";

const userFields = {
  id: Type.String({ format: "uuid" }),
  email: Type.String(),
  username: Type.String(),
  name: Type.String(),
  role: Type.Enum([...ROLES]),
  department: Type.Union([Type.String(), Type.Null()]),
  auth_provider: Type.Enum(["local", "oidc", "provider_a", "provider_b", "saml"]),
  avatar_url: Type.Union([Type.String(), Type.Null()]),
  is_active: Type.Boolean(),
  created_at: Type.String({ format: "date-time" }),
};

export const User = Type.Object(userFields, { $id: "User" });
export type User = Static<typeof User>;

export const Tokens = Type.Object(
  {
    user: Type.Object(userFields),
    access_token: Type.String(),
    refresh_token: Type.String(),
    token_type: Type.Literal("bearer"),
    expires_in: Type.Integer({ description: "Seconds until the access token expires" }),
    must_change_password: Type.Boolean(),
    password: Type.Optional(Type.String({ description: "A password that the server made up; shown this once" })),
  },
  { $id: "Tokens" },
);
export type Tokens = Static<typeof Tokens>;

export const BootstrapBody = Type.Object({
  email: Type.Optional(Type.String({ pattern: "^\\s*[^\\s@]+@[^\\s@]+\\s*$", maxLength: 254 })),
  password: Type.Optional(Type.String({ maxLength: 200 })),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  username: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
});
export type BootstrapBody = Static<typeof BootstrapBody>;

export const bootstrap = endpoint({
  method: "POST",
  path: "/auth/bootstrap",
  aliases: ["/api/v1/auth/init"],
  module: "auth",
  summary: "Creates the first admin of a fresh server; from this machine only, and only once",
  access: "anyone",
  audited: true,
  jsonOnly: true,
  params: None,
  query: None,
  body: BootstrapBody,
  reply: Tokens,
  status: 201,
  errors: ["not_loopback", "already_initialized", "sso_only", "unsupported_media_type"],
});

export const getWhoami = endpoint({
  method: "GET",
  path: "/auth/whoami",
  module: "auth",
  summary: "The current user",
  access: "user",
  audited: false,
  params: None,
  query: None,
  body: None,
  reply: User,
  errors: ["unauthenticated", "account_deactivated"],
});
