import type { ReplyOf } from "@tackroom/contract/calls";

type PublicConfig = ReplyOf<"getPublicConfig">;

export interface SignInWay {
  readonly label: string;
  /** A page of the server that leads to the provider and back. */
  readonly start: string;
}

const WAYS: readonly (SignInWay & { readonly enabledBy: keyof PublicConfig })[] = [
  { enabledBy: "sso_enabled", label: "Single sign-on", start: "/api/v1/auth/oauth/login" },
  { enabledBy: "provider_a_sso_enabled", label: "Provider A", start: "/api/v1/auth/oauth/provider_a/login" },
  { enabledBy: "provider_b_sso_enabled", label: "Provider B", start: "/api/v1/auth/oauth/provider_b/login" },
  { enabledBy: "saml_enabled", label: "SAML", start: "/api/v1/sso/saml/login" },
];

/** The ways besides a password that this deployment has switched on, leading back to where someone wanted to go. */
export const signInWays = (config: PublicConfig, next: string): SignInWay[] =>
  WAYS.filter(({ enabledBy }) => config[enabledBy]).map(({ label, start }) => ({
    label,
    start: `${start}?next=${encodeURIComponent(next)}`,
  }));
