import { findUser, lockUser, type Account } from "../auth/index.js";
import type { Tx } from "../platform/relational/tx.js";
import { isAdmin } from "./budget-rights.js";

/**
 * Accounts that a budget is connected with, locked before the budget itself: a request that deletes one of them has
 * locked it, and comes to its budgets next. Admins first and then by id, as those do who change accounts, so that none waits for the other.
 */
export async function lockPeople(tx: Tx, ids: readonly string[]): Promise<Account[]> {
  const found: Account[] = [];
  for (const id of new Set(ids)) found.push(...list(await findUser(tx, id)));
  const locked: Account[] = [];
  for (const { id } of found.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))) {
    locked.push(...list(await lockUser(tx, id)));
  }
  return locked;
}

const rank = (account: Account): string => `${isAdmin(account) ? 0 : 1} ${account.id}`;

const list = (account: Account | undefined): Account[] => (account ? [account] : []);
