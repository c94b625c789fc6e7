import type { SAML } from "@node-saml/node-saml";
import type { SamlLogoutQuery } from "@tackroom/contract";
import type { Answer, CallContext } from "../../../platform/http/index.js";
import type { Sealing } from "../../../platform/sealing/index.js";
import { refused } from "../failures.js";
import { endSignIns } from "../flow/end-sign-ins.js";
import { redirect } from "../flow/finish-flow.js";
import { createServiceProvider, requireSaml, unreadable, type SamlDeps } from "../saml.js";
import { checkRedirectShape } from "./message-shape.js";
import { subjectOf } from "./read-assertion.js";
import { readLogoutTicket } from "./saml-session.js";

export type SamlLogoutDeps = SamlDeps & { readonly sealing: Sealing };

/** `GET /sso/saml/logout`: the sign-in here has ended already; the one at the identity provider ends now. */
export async function startSamlLogout(
  deps: SamlLogoutDeps,
  { ticket }: { readonly ticket?: string },
): Promise<Answer<undefined>> {
  requireSaml(deps.settings);
  const session = ticket === undefined ? undefined : readLogoutTicket(deps, ticket);
  if (!session || deps.settings.get("saml.idp_slo_url") === "") return signedOut(deps);
  const saml = await createServiceProvider(deps);
  return redirect(await saml.getLogoutUrlAsync(session, "", {}));
}

/** `GET /sso/saml/sls`: a request of the identity provider to end a session, or its answer to ours. */
export async function finishSamlLogout(
  deps: SamlLogoutDeps,
  query: SamlLogoutQuery,
  { call }: CallContext<null>,
): Promise<Answer<undefined>> {
  requireSaml(deps.settings);
  // The library lets a message without a signature pass.
  if (query.Signature === undefined || query.SigAlg === undefined) {
    throw refused(
      "invalid_code",
      "The identity provider's logout message is not signed. Ask an admin to enable it there.",
    );
  }
  const saml = await createServiceProvider(deps);
  const { profile } = await verify(saml, query, call.url.split("?")[1] ?? "");
  if (query.SAMLRequest === undefined || !profile) return signedOut(deps);
  const { nameID, nameIDFormat, sessionIndex } = profile;
  const subject = subjectOf(nameID, nameIDFormat);
  await call.act(async (tx) => {
    const users = await endSignIns(tx, "saml", { session: sessionIndex, subject });
    call.describeForAudit({
      ...(users[0] ? { resourceId: users[0] } : {}),
      detail: { users_signed_out: users.length },
    });
  });
  const address = await saml.getLogoutResponseUrlAsync(profile, query.RelayState ?? "", {}, true);
  return redirect(address);
}

async function verify(saml: SAML, query: SamlLogoutQuery, originalQuery: string) {
  try {
    await checkRedirectShape(query.SAMLRequest ?? query.SAMLResponse ?? "");
    return await saml.validateRedirectAsync({ ...query }, originalQuery);
  } catch (error) {
    throw unreadable("logout message", error);
  }
}

const signedOut = ({ settings }: SamlDeps): Answer<undefined> =>
  redirect(`${settings.get("deployment.frontend_url")}/login`);
