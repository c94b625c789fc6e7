import type { StartSignInQuery } from "@tackroom/contract";
import type { Answer, CallContext } from "../../../platform/http/index.js";
import { redirect } from "../flow/finish-flow.js";
import { browserOf } from "../flow/flow-cookie.js";
import { newState, openFlow, type FlowDeps } from "../flow/flows.js";
import { createServiceProvider, requireSaml, type SamlDeps } from "../saml.js";

/** What is kept until the identity provider answers. */
export interface SamlSecrets {
  readonly requestId: string;
}

/** `GET /sso/saml/login` */
export async function startSaml(
  deps: FlowDeps & SamlDeps,
  { next = "/" }: StartSignInQuery,
  { call }: CallContext<null>,
): Promise<Answer<undefined>> {
  requireSaml(deps.settings);
  const state = newState();
  let requestId = "";
  const saml = await createServiceProvider(deps, {
    saveAsync: async (id, value) => {
      requestId = id;
      return { value, createdAt: Date.now() };
    },
    getAsync: async () => null,
    removeAsync: async () => null,
  });
  const address = await saml.getAuthorizeUrlAsync(state, undefined, {});
  const browser = browserOf(deps, call);
  const secrets: SamlSecrets = { requestId };
  await openFlow(deps, { method: "saml", state, browserHash: browser.hash, secrets, next });
  return redirect(address, { "set-cookie": browser.setCookie });
}
