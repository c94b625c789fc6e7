import type { Call, Caller } from "../../platform/http/index.js";
import { newId } from "../../platform/ids.js";
import type { Tx } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import {
  findFamilyHolder,
  insertNextToken,
  insertTokenlessFamily,
  liveFamilies,
  revokeFamily,
} from "../stores/token-store.js";
import { lockUser } from "../stores/user-store.js";
import { lockLiveCaller } from "./live-credential.js";
import { renewSignIn, type ClientRenewal, type RefreshDeps } from "./refresh-token.js";
import { refreshRow } from "./sign-in.js";
import type { Audience, IssuedPair } from "./tokens.js";

/** Sign-ins of programs that someone has allowed to do less than they may do themselves. They end with all other sign-ins. */
export interface ClientSignIns {
  /** Begins one for the caller, who must have signed in themselves. Without tokens it ends by itself soon. */
  begin(tx: Tx, caller: Caller, lifetimeSeconds: number): Promise<string>;
  /** The first tokens, if it still lives. To be called before the transaction that keeps them. */
  issue(signIn: string, audience: Audience): Promise<IssuedPair>;
  keep(tx: Tx, pair: IssuedPair): Promise<void>;
  /** Which sign-in a token of a client belongs to, of either type. Throws `unauthenticated` for anything else. */
  ofToken(token: string): Promise<string>;
  renew(refreshToken: string, client: ClientRenewal, call: Call): Promise<IssuedPair>;
  end(tx: Tx, signIn: string): Promise<boolean>;
  /** Those of them that live. */
  live(signIns: readonly string[]): Promise<ReadonlySet<string>>;
}

export function createClientSignIns(deps: Pick<RefreshDeps, "db" | "tokens" | "stillVouched">): ClientSignIns {
  const { db, tokens } = deps;
  return {
    async begin(tx, caller, lifetimeSeconds) {
      await lockLiveCaller(tx, caller);
      const id = newId();
      const { userId, passwordSetBy } = caller;
      const expires_at = new Date(Date.now() + lifetimeSeconds * 1000);
      await insertTokenlessFamily(tx, { userId, keyId: null, passwordSetBy, provider: null }, { id, expires_at });
      return id;
    },
    async issue(signIn, audience) {
      const holder = await findFamilyHolder(db, signIn);
      if (!holder?.is_active) throw ended();
      return tokens.issuePair(holder, signIn, audience);
    },
    async keep(tx, pair) {
      // Whatever ends sign-ins locks the account first: after that it is either seen here, or sees what is kept here.
      const holder = await findFamilyHolder(tx, pair.family);
      if (!holder || !(await lockUser(tx, holder.id)) || !(await findFamilyHolder(tx, pair.family))) throw ended();
      await insertNextToken(tx, refreshRow(pair));
    },
    ofToken: async (token) => (await tokens.verify(token, "mcp", "mcp_refresh")).family,
    renew: (refreshToken, client, call) => renewSignIn(deps, refreshToken, call, client),
    end: revokeFamily,
    live: async (signIns) => new Set(await liveFamilies(db, signIns)),
  };
}

const ended = (): ServiceError =>
  new ServiceError("invalid_code", "The access has been revoked, or the user has signed out. Connect again.");
