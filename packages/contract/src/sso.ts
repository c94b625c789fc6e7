import { Type, type Static } from "typebox";
import { Tokens } from "./auth.js";
import { endpoint, None } from "./endpoint.js";

const flow = {
  method: "GET",
  module: "auth",
  access: "anyone",
  limited: { rate: "general" },
  envelope: "sign_in_page",
  params: None,
  body: None,
  reply: None,
  status: 302,
} as const;

/** A path of the web app: one leading slash, so that no browser takes it for another site. */
const NextPath = Type.String({
  pattern: "^/(?![/\\\\])[^\\\\\\u0000-\\u001f\\u007f]*$",
  maxLength: 2000,
  description: "a path of the web app that starts with a single slash",
});

export const StartSignInQuery = Type.Object({ next: Type.Optional(NextPath) });
export type StartSignInQuery = Static<typeof StartSignInQuery>;

/** Providers add members of their own, such as `session_state`, `hd` and `authuser`. */
export const CallbackQuery = Type.Object({
  code: Type.Optional(Type.String({ maxLength: 8192 })),
  state: Type.Optional(Type.String({ maxLength: 500 })),
  error: Type.Optional(Type.String({ maxLength: 500 })),
  error_description: Type.Optional(Type.String({ maxLength: 2000 })),
});
export type CallbackQuery = Static<typeof CallbackQuery>;

const start = { ...flow, audited: false, readsOthers: false, query: StartSignInQuery } as const;
const START_ERRORS = ["sso_not_configured", "upstream_error", "validation_failed"] as const;

const finish = { ...flow, query: CallbackQuery } as const;
const audited = { resource: "user", sensitivity: "medium", calls: "all" } as const;
const FINISH_ERRORS = [
  "sso_not_configured",
  "invalid_code",
  "invalid_state",
  "email_not_verified",
  "forbidden",
  "account_deactivated",
  "upstream_error",
] as const;

export const startOidc = endpoint({
  ...start,
  path: "/auth/oauth/login",
  summary: "Starts a sign-in with the OpenID Connect provider",
  errors: START_ERRORS,
});

export const finishOidc = endpoint({
  ...finish,
  path: "/auth/oauth/callback",
  audited: { ...audited, action: "auth.oidc_callback" },
  summary: "Finishes a sign-in with the OpenID Connect provider; redirects to the web app with a one-time code",
  errors: FINISH_ERRORS,
});

export const startProviderA = endpoint({
  ...start,
  path: "/auth/oauth/provider_a/login",
  summary: "Starts a sign-in with provider A",
  errors: START_ERRORS,
});

export const finishProviderA = endpoint({
  ...finish,
  path: "/auth/oauth/provider_a/callback",
  audited: { ...audited, action: "auth.provider_a_callback" },
  summary: "Finishes a sign-in with provider A; redirects to the web app with a one-time code",
  errors: [...FINISH_ERRORS, "domain_not_allowed"],
});

export const startProviderB = endpoint({
  ...start,
  path: "/auth/oauth/provider_b/login",
  summary: "Starts a sign-in with provider B",
  errors: ["sso_not_configured", "validation_failed"],
});

export const finishProviderB = endpoint({
  ...finish,
  path: "/auth/oauth/provider_b/callback",
  audited: { ...audited, action: "auth.provider_b_callback" },
  summary: "Finishes a sign-in with provider B; redirects to the web app with a one-time code",
  errors: [...FINISH_ERRORS, "org_not_allowed"],
});

export const exchangeCode = endpoint({
  method: "POST",
  path: "/auth/exchange",
  module: "auth",
  summary: "Exchanges the one-time code of a single sign-on for tokens, in the browser that started it",
  access: "anyone",
  audited: { ...audited, action: "auth.exchange" },
  limited: { rate: "strict" },
  params: None,
  query: None,
  body: Type.Object({ code: Type.String({ maxLength: 200 }) }),
  reply: Tokens,
  errors: ["invalid_code"],
});

export const backChannelLogout = endpoint({
  method: "POST",
  path: "/auth/oauth/backchannel-logout",
  module: "auth",
  summary: "Ends sign-ins because the OpenID Connect provider says so (OpenID Connect Back-Channel Logout 1.0)",
  access: "anyone",
  audited: { ...audited, action: "auth.backchannel_logout" },
  limited: { rate: "general" },
  takesForm: true,
  params: None,
  query: None,
  body: Type.Object({ logout_token: Type.String({ maxLength: 16_384 }) }),
  reply: None,
  status: 204,
  errors: ["sso_not_configured", "invalid_code", "upstream_error"],
});
