import { CLIENT } from "./openid-provider.js";

interface KnownProviders {
  readonly oidc?: { readonly discoveryUrl: string };
  readonly provider_a?: { readonly discoveryUrl: string };
  readonly provider_b?: { readonly url: string };
  readonly saml?: {
    readonly entityId: string;
    readonly ssoUrl: string;
    readonly sloUrl: string;
    readonly certificate: string;
  };
}

/** The variables of a server that knows these providers, all of which run on this machine. */
export function envOf({ oidc, provider_a, provider_b, saml }: KnownProviders): Record<string, string> {
  return {
    OUTBOUND_ALLOWED_HOSTS: "127.0.0.1",
    ...(oidc && {
      OAUTH_CLIENT_ID: CLIENT.clientId,
      OAUTH_CLIENT_SECRET: CLIENT.clientSecret,
      OAUTH_SERVER_METADATA_URL: oidc.discoveryUrl,
    }),
    ...(provider_a && {
      PROVIDER_A_DISCOVERY_URL: provider_a.discoveryUrl,
      PROVIDER_A_OAUTH_CLIENT_ID: CLIENT.clientId,
      PROVIDER_A_OAUTH_CLIENT_SECRET: CLIENT.clientSecret,
    }),
    ...(provider_b && {
      PROVIDER_B_WEB_URL: provider_b.url,
      PROVIDER_B_API_URL: provider_b.url,
      PROVIDER_B_OAUTH_CLIENT_ID: CLIENT.clientId,
      PROVIDER_B_OAUTH_CLIENT_SECRET: CLIENT.clientSecret,
    }),
    ...(saml && {
      SAML_IDP_ENTITY_ID: saml.entityId,
      SAML_IDP_SSO_URL: saml.ssoUrl,
      SAML_IDP_SLO_URL: saml.sloUrl,
      SAML_IDP_X509_CERT: saml.certificate,
    }),
  };
}
