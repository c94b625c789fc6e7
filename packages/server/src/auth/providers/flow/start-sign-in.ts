import { SSO_CALLBACK_PATHS, type StartSignInQuery } from "@tackroom/contract";
import { randomNonce, randomPKCECodeVerifier } from "openid-client";
import type { Answer, CallContext } from "../../../platform/http/index.js";
import { notConfigured } from "../failures.js";
import type { Providers } from "../open-providers.js";
import type { OAuthProvider } from "../provider.js";
import { redirect } from "./finish-flow.js";
import { browserOf } from "./flow-cookie.js";
import { newState, openFlow, type FlowDeps } from "./flows.js";

type StartDeps = FlowDeps & { readonly providers: Pick<Providers, "oauth"> };

/** `GET /auth/oauth/login` */
export function startOidc(deps: StartDeps, query: StartSignInQuery, context: CallContext<null>) {
  return startSignIn(deps, deps.providers.oauth.oidc, query, context);
}

/** `GET /auth/oauth/provider_a/login` */
export function startProviderA(deps: StartDeps, query: StartSignInQuery, context: CallContext<null>) {
  return startSignIn(deps, deps.providers.oauth.provider_a, query, context);
}

/** `GET /auth/oauth/provider_b/login` */
export function startProviderB(deps: StartDeps, query: StartSignInQuery, context: CallContext<null>) {
  return startSignIn(deps, deps.providers.oauth.provider_b, query, context);
}

async function startSignIn(
  deps: FlowDeps,
  provider: OAuthProvider | undefined,
  { next = "/" }: StartSignInQuery,
  { call }: CallContext<null>,
): Promise<Answer<undefined>> {
  if (!provider) throw notConfigured();
  const { method } = provider;
  const state = newState();
  const secrets = { nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
  const redirectUri = deps.settings.get("deployment.frontend_url") + SSO_CALLBACK_PATHS[method];
  const address = await provider.start({ ...secrets, state, redirectUri });
  const browser = browserOf(deps, call);
  await openFlow(deps, { method, state, browserHash: browser.hash, secrets, next });
  return redirect(address.href, { "set-cookie": browser.setCookie });
}
