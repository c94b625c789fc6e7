import { enabledSsoMethods, SIGN_IN_NAMES, type SsoMethod } from "@tackroom/contract/sign-in-methods";
import type { ReplyOf } from "@tackroom/contract/calls";
import { ButtonAnchor } from "../../ui/actions/button.js";
import { ssoLoginUrl } from "./sso-login-url.js";

/** Users know their organization's provider, not the protocol that it speaks. */
const labelOf = (method: SsoMethod): string =>
  `Continue with ${method === "oidc" ? "single sign-on" : SIGN_IN_NAMES[method]}`;

interface SsoLinksProps {
  readonly config: ReplyOf<"getPublicConfig">;
  readonly next: string;
}

/** A link per enabled method. The server answers it with a redirect to the provider, which the router could not follow. */
export function SsoLinks({ config, next }: SsoLinksProps) {
  const methods = enabledSsoMethods(config);
  const isOnlyWay = config.sso_only && methods.length === 1;
  return (
    <div className="flex flex-col gap-2">
      {methods.map((method) => (
        <ButtonAnchor key={method} href={ssoLoginUrl(method, next)} variant={isOnlyWay ? "primary" : "plain"}>
          {labelOf(method)}
        </ButtonAnchor>
      ))}
    </div>
  );
}
