import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";
import { ROLES } from "./roles.js";
import { AUTH_PROVIDERS } from "./sign-in-methods.js";
import { MultiLineText, SingleLineText } from "./text.js";

export const userFields = {
  id: Type.String({ format: "uuid" }),
  email: Type.String(),
  username: Type.String(),
  name: Type.String(),
  role: Type.Enum([...ROLES]),
  department: Type.Union([Type.String(), Type.Null()]),
  auth_provider: Type.Enum([...AUTH_PROVIDERS]),
  avatar_url: Type.Union([Type.String(), Type.Null()]),
  is_active: Type.Boolean(),
  created_at: Type.String({ format: "date-time" }),
};

export const User = Type.Object(userFields, { $id: "User" });
export type User = Static<typeof User>;

const tokenFields = {
  access_token: Type.String(),
  refresh_token: Type.Optional(
    Type.String({
      description: "Omitted for browser sessions (X-Tackroom-Client: web), which receive a cookie instead",
    }),
  ),
  token_type: Type.Literal("bearer"),
  expires_in: Type.Integer({ description: "Seconds until the access token expires" }),
};

export const TokenPair = Type.Object(tokenFields, { $id: "TokenPair" });

export const Tokens = Type.Object(
  {
    user: Type.Object(userFields),
    ...tokenFields,
    must_change_password: Type.Boolean(),
    password: Type.Optional(Type.String({ description: "The generated password; returned only once" })),
  },
  { $id: "Tokens" },
);
export type Tokens = Static<typeof Tokens>;

/** What anyone may type as an address; it is trimmed and lower-cased. */
export const EmailText = MultiLineText({
  pattern: "^\\s*[^\\s@]+@[^\\s@]+\\s*$",
  maxLength: 254,
  description: "an email address",
});
export const NameText = SingleLineText({ pattern: "\\S", maxLength: 200 });
export const UsernameText = SingleLineText({ minLength: 1, maxLength: 32 });
/** Bounded, because each one is hashed at length. */
export const PasswordText = Type.String({ minLength: 1, maxLength: 200 });
export const Message = Type.Object({ message: Type.String() }, { $id: "Message" });

const auth = { module: "auth", params: None, query: None } as const;
const STRICT = { rate: "strict", shared: true } as const;
const STRICT_AND_SLOW = { ...STRICT, slowsDownBy: "email" } as const;

export const BootstrapBody = Type.Object({
  email: Type.Optional(EmailText),
  password: Type.Optional(PasswordText),
  name: Type.Optional(NameText),
  username: Type.Optional(UsernameText),
  token: Type.Optional(
    Type.String({
      maxLength: 1024,
      description: "The value of BOOTSTRAP_TOKEN, if the server requires one; may also be sent as X-Bootstrap-Token",
    }),
  ),
});
export type BootstrapBody = Static<typeof BootstrapBody>;

export const bootstrap = endpoint({
  ...auth,
  method: "POST",
  path: "/auth/bootstrap",
  aliases: ["/api/v1/auth/init"],
  summary: "Creates the first admin of a new server; allowed only once and only from the local machine",
  access: "anyone",
  audited: { action: "auth.bootstrap", resource: "user", sensitivity: "high", calls: "all" },
  limited: { rate: "general" },
  jsonOnly: true,
  localAccountsOnly: "always",
  body: BootstrapBody,
  reply: Tokens,
  status: 201,
  errors: ["not_loopback", "bootstrap_token_required", "already_initialized", "sso_only", "unsupported_media_type"],
});

export const RegisterBody = Type.Object({
  email: EmailText,
  name: NameText,
  username: Type.Optional(UsernameText),
  password: PasswordText,
});
export type RegisterBody = Static<typeof RegisterBody>;

export const register = endpoint({
  ...auth,
  method: "POST",
  path: "/auth/register",
  summary: "Registers an account, if self-registration is enabled",
  access: "anyone",
  audited: { action: "auth.register", resource: "user", sensitivity: "medium", calls: "all" },
  limited: STRICT,
  localAccountsOnly: "always",
  body: RegisterBody,
  reply: Tokens,
  status: 201,
  errors: ["registration_disabled", "sso_only", "conflict", "name_taken"],
});

export const Credentials = Type.Union([
  Type.Object({
    email: Type.String({ maxLength: 254, description: "Email address or username" }),
    password: PasswordText,
  }),
  Type.Object({ api_key: Type.String({ maxLength: 200 }) }),
]);
export type Credentials = Static<typeof Credentials>;

export const login = endpoint({
  ...auth,
  method: "POST",
  path: "/auth/login",
  summary: "Signs in with email (or username) and password, or with an API key",
  access: "anyone",
  audited: { action: "auth.login", resource: "user", sensitivity: "medium", calls: "all" },
  limited: STRICT_AND_SLOW,
  localAccountsOnly: "with_password",
  body: Credentials,
  reply: Tokens,
  errors: ["invalid_credentials", "account_deactivated", "sso_only"],
});

export const getWhoami = endpoint({
  ...auth,
  method: "GET",
  path: "/auth/whoami",
  summary: "Returns the current user",
  access: "user",
  audited: false,
  readsOthers: false,
  duringPasswordChange: true,
  body: None,
  reply: User,
  errors: ["unauthenticated", "account_deactivated"],
});

export const ChangePasswordBody = Type.Object({ current_password: PasswordText, new_password: PasswordText });
export type ChangePasswordBody = Static<typeof ChangePasswordBody>;

export const changePassword = endpoint({
  ...auth,
  method: "PUT",
  path: "/auth/profile/password",
  summary: "Changes the caller's password; ends their other sign-ins",
  access: "user",
  audited: { action: "auth.change_password", resource: "user", sensitivity: "high", calls: "all" },
  limited: STRICT,
  duringPasswordChange: true,
  localAccountsOnly: "always",
  body: ChangePasswordBody,
  reply: Message,
  errors: ["invalid_state", "sso_only"],
});

export const changeUsername = endpoint({
  ...auth,
  method: "PUT",
  path: "/auth/profile/username",
  summary: "Changes the caller's username",
  access: "user",
  audited: { action: "auth.change_username", resource: "user", sensitivity: "medium", calls: "all" },
  limited: { rate: "general" },
  body: Type.Object({ username: UsernameText }),
  reply: User,
  errors: ["name_taken", "conflict"],
});

export const requestReset = endpoint({
  ...auth,
  method: "POST",
  path: "/auth/request-reset",
  summary: "Requests a password reset; the code is printed on the server's console for the operator",
  access: "anyone",
  audited: { action: "auth.request_reset", resource: "user", sensitivity: "medium", calls: "all" },
  limited: STRICT,
  localAccountsOnly: "always",
  body: Type.Object({ email: EmailText }),
  reply: Message,
  errors: ["sso_only"],
});

export const ResetPasswordBody = Type.Object({
  email: Type.Optional(EmailText),
  code: Type.Optional(Type.String({ maxLength: 100, description: "Required unless `token` is given" })),
  token: Type.Optional(Type.String({ maxLength: 100, description: "Alias of `code`" })),
  new_password: PasswordText,
});
export type ResetPasswordBody = Static<typeof ResetPasswordBody>;

export const resetPassword = endpoint({
  ...auth,
  method: "POST",
  path: "/auth/reset-password",
  summary: "Sets a new password with a reset code; ends existing sign-ins",
  access: "anyone",
  audited: { action: "auth.reset_password", resource: "user", sensitivity: "high", calls: "all" },
  limited: STRICT_AND_SLOW,
  localAccountsOnly: "always",
  body: ResetPasswordBody,
  reply: Tokens,
  errors: ["invalid_code", "account_deactivated", "sso_only", "validation_failed"],
});
