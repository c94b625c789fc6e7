import type { CallContext } from "../../../platform/http/index.js";
import { endSignIns } from "./end-sign-ins.js";
import { notConfigured } from "../failures.js";
import type { Providers } from "../open-providers.js";

/** `POST /auth/oauth/backchannel-logout` */
export async function backChannelLogout(
  { providers }: { readonly providers: Pick<Providers, "oauth"> },
  { logout_token: token }: { readonly logout_token: string },
  { call }: CallContext<null>,
): Promise<undefined> {
  const { oidc } = providers.oauth;
  if (!oidc?.readLogoutToken) throw notConfigured();
  const ended = await oidc.readLogoutToken(token);
  await call.act(async (tx) => {
    const users = await endSignIns(tx, "oidc", ended);
    call.describeForAudit({
      ...(users[0] === undefined ? {} : { resourceId: users[0] }),
      detail: { users_signed_out: users.length },
    });
  });
}
