import type { ReplyOf } from "@tackroom/contract/calls";

type PublicConfig = ReplyOf<"getPublicConfig">;

export interface SignInWay {
  readonly label: string;
  /** A URL on the server that redirects to the provider and back. */
  readonly start: string;
}

const WAYS: readonly (SignInWay & { readonly enabledBy: keyof PublicConfig })[] = [
  { enabledBy: "sso_enabled", label: "Single sign-on", start: "/api/v1/auth/oauth/login" },
  { enabledBy: "provider_a_sso_enabled", label: "Provider A", start: "/api/v1/auth/oauth/provider_a/login" },
  { enabledBy: "provider_b_sso_enabled", label: "Provider B", start: "/api/v1/auth/oauth/provider_b/login" },
  { enabledBy: "saml_enabled", label: "SAML", start: "/api/v1/sso/saml/login" },
];

/** The enabled sign-in methods besides passwords, which return to the requested page. */
export const signInWays = (config: PublicConfig, next: string): SignInWay[] =>
  WAYS.filter(({ enabledBy }) => config[enabledBy]).map(({ label, start }) => ({
    label,
    start: `${start}?next=${encodeURIComponent(next)}`,
  }));
