import type { OAuthMethod } from "@tackroom/contract";
import type { Log } from "../../../platform/log.js";
import { reasonOf } from "../failures.js";
import type { Providers } from "../open-providers.js";
import type { ProviderGrant } from "../provider.js";
import { claimGrant, deleteGrant, putGrant } from "../../stores/provider-session-store.js";
import { grantContext, sealGrant } from "./finish-flow.js";
import type { FlowDeps } from "./flows.js";
import type { Db } from "../../../platform/relational/tx.js";

export interface StillVouchedDeps extends Pick<FlowDeps, "sealing"> {
  readonly db: Db;
  readonly providers: Pick<Providers, "oauth">;
  readonly log: Log;
}

/** Sign-ins are refreshed about once an hour; clients that refresh more often do not ask the provider each time. */
const ASK_EVERY_SECONDS = 300;

/** Whether the provider of an account still vouches for it, as far as it can be asked. */
export type StillVouched = (userId: string) => Promise<boolean>;

export function createStillVouched(deps: StillVouchedDeps, everySeconds = ASK_EVERY_SECONDS): StillVouched {
  const { db, sealing, providers, log } = deps;
  return async (userId) => {
    const sealed = await claimGrant(db, userId, everySeconds);
    if (!sealed) return true;
    const text = sealing.unseal(grantContext(userId), sealed);
    const grant = text === undefined ? undefined : (JSON.parse(text) as ProviderGrant);
    const askAgain = grant && providers.oauth[grant.method as OAuthMethod]?.askAgain;
    // Nothing can be learnt from a grant whose time was up by itself, or whose provider is no longer configured.
    if (!grant || !askAgain || (grant.expiresAt !== null && grant.expiresAt <= Date.now())) {
      await deleteGrant(db, userId);
      return true;
    }
    try {
      const renewed = await askAgain(grant);
      if (renewed === "refused") return false;
      await putGrant(db, userId, sealGrant(deps, userId, renewed));
    } catch (error) {
      // Without the error itself: the library's may hold what the provider answered, and tokens with it.
      log.warn({ provider: grant.method }, `an identity provider could not be asked: ${reasonOf(error)}`);
    }
    return true;
  };
}
