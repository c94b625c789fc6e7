import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";
import { StartSignInQuery } from "./sso.js";

const saml = {
  module: "auth",
  access: "anyone",
  limited: { rate: "general" },
  envelope: "sign_in_page",
  params: None,
  query: None,
  body: None,
  reply: None,
  status: 302,
} as const;

export const startSaml = endpoint({
  ...saml,
  method: "GET",
  path: "/sso/saml/login",
  summary: "Starts a sign-in with the SAML identity provider",
  audited: false,
  readsOthers: false,
  query: StartSignInQuery,
  errors: ["sso_not_configured", "unavailable", "validation_failed"],
});

/** 10 MB of XML would be parsed several times over; an assertion with every attribute there is has some 20 KB. */
const MAX_SAML_MESSAGE = 256 * 1024;

export const SamlResponseBody = Type.Object({
  SAMLResponse: Type.String({ minLength: 1, maxLength: MAX_SAML_MESSAGE }),
  RelayState: Type.Optional(Type.String({ maxLength: 500 })),
});
export type SamlResponseBody = Static<typeof SamlResponseBody>;

export const finishSaml = endpoint({
  ...saml,
  method: "POST",
  path: "/sso/saml/acs",
  summary: "Receives the identity provider's SAML response; redirects to the web app with a one-time code",
  audited: { action: "auth.saml_callback", resource: "user", sensitivity: "medium", calls: "all" },
  takesForm: true,
  body: SamlResponseBody,
  errors: ["sso_not_configured", "invalid_code", "invalid_state", "forbidden", "account_deactivated", "unavailable"],
});

export const startSamlLogout = endpoint({
  ...saml,
  envelope: "sign_out_page",
  method: "GET",
  path: "/sso/saml/logout",
  summary: "Signs out at the identity provider too, with the ticket that POST /auth/logout returned",
  audited: false,
  readsOthers: false,
  query: Type.Object({ ticket: Type.Optional(Type.String({ maxLength: 4096 })) }),
  errors: ["sso_not_configured", "unavailable"],
});

export const SamlLogoutQuery = Type.Object({
  SAMLRequest: Type.Optional(Type.String({ maxLength: MAX_SAML_MESSAGE })),
  SAMLResponse: Type.Optional(Type.String({ maxLength: MAX_SAML_MESSAGE })),
  RelayState: Type.Optional(Type.String({ maxLength: 500 })),
  SigAlg: Type.Optional(Type.String({ maxLength: 200 })),
  Signature: Type.Optional(Type.String({ maxLength: 4096 })),
});
export type SamlLogoutQuery = Static<typeof SamlLogoutQuery>;

export const finishSamlLogout = endpoint({
  ...saml,
  envelope: "sign_out_page",
  method: "GET",
  path: "/sso/saml/sls",
  summary: "Single logout service: ends sign-ins at the identity provider's signed request, or takes its answer",
  audited: { action: "auth.saml_logout", resource: "user", sensitivity: "medium", calls: "all" },
  query: SamlLogoutQuery,
  errors: ["sso_not_configured", "invalid_code", "unavailable"],
});

export const getSamlMetadata = endpoint({
  ...saml,
  method: "GET",
  path: "/sso/saml/metadata",
  summary: "Returns this server's SAML service provider metadata",
  audited: false,
  readsOthers: false,
  reply: Type.String(),
  status: 200,
  produces: ["application/samlmetadata+xml"],
  errors: [],
});
