import { SSO_CALLBACK_PATHS, type CallbackQuery } from "@tackroom/contract";
import type { Answer, Call, CallContext } from "../../../platform/http/index.js";
import { notConfigured, refused, withReason } from "../failures.js";
import type { Providers } from "../open-providers.js";
import type { FlowSecrets, OAuthProvider } from "../provider.js";
import { finishFlow } from "./finish-flow.js";
import { knownBrowser } from "./flow-cookie.js";
import { closeFlow, type FlowDeps } from "./flows.js";

type FinishDeps = FlowDeps & { readonly providers: Pick<Providers, "oauth"> };

/** `GET /auth/oauth/callback` */
export function finishOidc(deps: FinishDeps, query: CallbackQuery, context: CallContext<null>) {
  return finishSignIn(deps, deps.providers.oauth.oidc, query, context);
}

/** `GET /auth/oauth/provider_a/callback` */
export function finishProviderA(deps: FinishDeps, query: CallbackQuery, context: CallContext<null>) {
  return finishSignIn(deps, deps.providers.oauth.provider_a, query, context);
}

/** `GET /auth/oauth/provider_b/callback` */
export function finishProviderB(deps: FinishDeps, query: CallbackQuery, context: CallContext<null>) {
  return finishSignIn(deps, deps.providers.oauth.provider_b, query, context);
}

function finishSignIn(
  deps: FlowDeps,
  provider: OAuthProvider | undefined,
  query: CallbackQuery,
  { call }: CallContext<null>,
): Promise<Answer<undefined>> {
  if (!provider) throw notConfigured();
  call.describeForAudit({ detail: { signed_in_with: provider.method } });
  return withReason(call, () => finish(deps, provider, query, call));
}

async function finish(
  deps: FlowDeps,
  provider: OAuthProvider,
  { state = "" }: CallbackQuery,
  call: Call,
): Promise<Answer<undefined>> {
  const { method } = provider;
  const flow = await closeFlow<FlowSecrets>(deps, method, state);
  if (!knownBrowser(deps, call)?.equals(flow.browserHash)) {
    throw refused("invalid_code", "This sign-in was started in another browser. Start again in this one.");
  }
  // The address as the provider knows it: behind a proxy the request itself came to another one.
  const callback = new URL(deps.settings.get("deployment.frontend_url") + SSO_CALLBACK_PATHS[method]);
  callback.search = call.url.split("?")[1] ?? "";
  const vouched = await provider.finish({ ...flow.secrets, state, callback });
  return finishFlow(deps, { ...flow, method, vouched, createsAccounts: true }, call);
}
