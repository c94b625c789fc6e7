import type { ReplyOf } from "@tackroom/contract/calls";
import { enabledSsoMethods, SIGN_IN_NAMES, type SsoMethod } from "@tackroom/contract/sign-in-methods";

export type SignInWay = "password" | "browser" | "key" | SsoMethod;

/** The ways to sign in that `tack login` offers on a terminal. */
export function signInWays(config: ReplyOf<"getPublicConfig">): { value: SignInWay; label: string }[] {
  return [
    ...(config.sso_only ? [] : [{ value: "password" as const, label: "Email and password" }]),
    ...enabledSsoMethods(config).map((value) => ({ value, label: SIGN_IN_NAMES[value] })),
    { value: "browser", label: "With your browser" },
    { value: "key", label: "API key" },
  ];
}
