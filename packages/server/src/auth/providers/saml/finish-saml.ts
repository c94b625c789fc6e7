import type { SamlResponseBody } from "@tackroom/contract";
import type { Profile } from "@node-saml/node-saml";
import type { Answer, Call, CallContext } from "../../../platform/http/index.js";
import { withReason } from "../failures.js";
import { finishFlow } from "../flow/finish-flow.js";
import { closeFlow, type FlowDeps } from "../flow/flows.js";
import { createServiceProvider, oneRequest, requireSaml, unreadable, type SamlDeps } from "../saml.js";
import { checkResponseShape } from "./message-shape.js";
import { readAssertion } from "./read-assertion.js";
import { sealSession } from "./saml-session.js";
import type { SamlSecrets } from "./start-saml.js";

/**
 * `POST /sso/saml/acs`. The form comes from another site, so it does not bring the flow's cookie: the browser is checked when
 * the code is exchanged.
 */
export async function finishSaml(
  deps: FlowDeps & SamlDeps,
  body: SamlResponseBody,
  { call }: CallContext<null>,
): Promise<Answer<undefined>> {
  requireSaml(deps.settings);
  call.describeForAudit({ detail: { signed_in_with: "saml" } });
  return withReason(call, () => finish(deps, body, call));
}

async function finish(
  deps: FlowDeps & SamlDeps,
  { SAMLResponse, RelayState }: SamlResponseBody,
  call: Call,
): Promise<Answer<undefined>> {
  const flow = await closeFlow<SamlSecrets>(deps, "saml", RelayState);
  const { requestId } = flow.secrets;
  const { get } = deps.settings;
  const { vouched, session } = readAssertion(await verify(deps, SAMLResponse, requestId), {
    requestId,
    idpEntityId: get("saml.idp_entity_id"),
    acsUrl: get("saml.sp_acs_url"),
    trustsEmails: get("saml.email_authoritative"),
  });
  const createsAccounts = get("saml.jit_provisioning");
  const sealedSession = sealSession(deps, session);
  return finishFlow(deps, { ...flow, method: "saml", vouched, createsAccounts, sealedSession }, call);
}

async function verify(deps: SamlDeps, SAMLResponse: string, requestId: string): Promise<Profile> {
  const saml = await createServiceProvider(deps, oneRequest(requestId));
  const { privateKey } = await deps.keys.pair();
  try {
    await checkResponseShape(SAMLResponse, privateKey);
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse });
    if (profile) return profile;
  } catch (error) {
    throw unreadable("response", error);
  }
  throw unreadable("response", new Error("It has no assertion"));
}
