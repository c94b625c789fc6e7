import { randomBytes } from "node:crypto";
import type { SsoMethod } from "@tackroom/contract";
import { Answer, type Call } from "../../../platform/http/index.js";
import { secretHash } from "../../sessions/tokens.js";
import { putGrant } from "../../stores/provider-session-store.js";
import { insertCode } from "../../stores/sso-store.js";
import type { ProviderGrant, Vouched } from "../provider.js";
import { accountOf } from "./account-of.js";
import type { ClosedFlow, FlowDeps } from "./flows.js";

/** What the web app has to fetch the tokens. A SAML response is posted across sites, which takes longer in some browsers. */
const CODE_SECONDS = 30;
const SAML_CODE_SECONDS = 120;

export interface Finished extends Pick<ClosedFlow<unknown>, "browserHash" | "next"> {
  readonly method: SsoMethod;
  readonly vouched: Vouched;
  readonly createsAccounts: boolean;
  /** What signing out there too needs, sealed. */
  readonly sealedSession?: Buffer;
}

/** Hands the browser a one-time code for the account of whom the provider vouches for. */
export async function finishFlow(deps: FlowDeps, finished: Finished, call: Call): Promise<Answer<undefined>> {
  const { method, vouched, browserHash, next, createsAccounts, sealedSession } = finished;
  const code = randomBytes(32).toString("base64url");
  const rules = { linksPrivileged: deps.settings.get("auth.link_privileged_accounts"), createsAccounts };
  await call.act(async (tx) => {
    const account = await accountOf(tx, method, vouched, { rules, call });
    if (vouched.grant) await putGrant(tx, account.id, sealGrant(deps, account.id, vouched.grant));
    const row = {
      code_hash: secretHash(code),
      user_id: account.id,
      browser_hash: browserHash,
      method,
      provider_session: vouched.session,
      provider_sealed: sealedSession ?? null,
    };
    await insertCode(tx, row, method === "saml" ? SAML_CODE_SECONDS : CODE_SECONDS);
  });
  const query = new URLSearchParams({ code, next });
  return redirect(`${deps.settings.get("deployment.frontend_url")}/login?${query.toString()}`);
}

/** A code or a state is in it: no cache may keep it, and no other site may hear of it. */
export function redirect(location: string, headers: Readonly<Record<string, string>> = {}): Answer<undefined> {
  return new Answer(undefined, {
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer", ...headers },
  });
}

export const grantContext = (userId: string): string => `provider_grant ${userId}`;

export const sealGrant = ({ sealing }: Pick<FlowDeps, "sealing">, userId: string, grant: ProviderGrant): Buffer =>
  sealing.seal(grantContext(userId), JSON.stringify(grant));
