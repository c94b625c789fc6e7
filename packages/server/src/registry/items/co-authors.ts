import { typeOfKind, type Person, type PersonReference } from "@tackroom/contract";
import { findUserBy, findUsers, type PublicUser, type UserKey } from "../../auth/index.js";
import { created, page, type Answer, type CallContext } from "../../platform/http/index.js";
import type { Db } from "../../platform/relational/tx.js";
import { fieldError, ServiceError } from "../../platform/service-error.js";
import { changeItem, type Deps } from "../access/change-item.js";
import { coAuthorsOf, deleteCoAuthor, insertCoAuthor } from "../stores/co-author-store.js";
import { findItem, qualifiedName } from "../access/find-item.js";
import type { Kind } from "../kinds/index.js";
import { loadViewer } from "../stores/viewer-store.js";

interface Of {
  readonly kind: Kind;
  readonly id: string;
}

export async function listCoAuthors(
  { db }: Deps,
  { kind, id, ...query }: Of & { readonly limit: number; readonly offset: number },
  { caller, call }: CallContext,
): Promise<Answer<Person[]>> {
  const item = await findItem(db, await loadViewer(db, caller), kind.kind, id);
  const ids = await coAuthorsOf(db, item.id);
  const shown = ids.slice(query.offset, query.offset + query.limit);
  const users = await findUsers(db, shown);
  const items = shown.flatMap((userId) => users.get(userId) ?? []).map(personOf);
  return page({ items, total: ids.length }, query, call.url);
}

export async function addCoAuthor(
  deps: Deps,
  { who, ...of }: Of & { readonly who: PersonReference },
  context: CallContext,
): Promise<Answer<Person>> {
  const user = await requireUser(deps.db, who);
  const itemId = await changeItem(deps, of, context, async (tx, { item }) => {
    if (item.owner_id === user.id) {
      throw fieldError(whoPath(who), `is invalid: ${user.username} already owns ${qualifiedName(item)}`);
    }
    if (!(await insertCoAuthor(tx, item.id, user.id))) {
      throw new ServiceError("conflict", `${user.username} is already a co-author of ${qualifiedName(item)}.`);
    }
    context.call.describeForAudit({ detail: { co_author: { from: null, to: user.email }, user_id: user.id } });
    return item.id;
  });
  return created(personOf(user), `/${of.kind.type}/${itemId}/co-authors/${user.id}`);
}

export async function removeCoAuthor(
  deps: Deps,
  { user_id: userId, ...of }: Of & { readonly user_id: string },
  context: CallContext,
): Promise<void> {
  await changeItem(deps, of, context, async (tx, { item }) => {
    const user = (await findUsers(tx, [userId])).get(userId);
    context.call.describeForAudit({
      detail: { co_author: { from: user?.email ?? userId, to: null }, user_id: userId },
    });
    if (await deleteCoAuthor(tx, item.id, userId)) return;
    throw new ServiceError(
      "not_found",
      `${userId} is not a co-author of ${qualifiedName(item)}. See GET /api/v1/${typeOfKind(item.kind)}/${item.id}/co-authors.`,
    );
  });
}

/** By one of the three keys. */
export async function requireUser(db: Db, who: PersonReference): Promise<PublicUser> {
  const given = Object.entries(who).filter(([, value]) => value !== undefined);
  if (given.length !== 1) throw fieldError("body", "must have exactly one of email, username and user_id");
  const user = await findUserBy(db, who as UserKey);
  if (user?.is_active) return user;
  throw new ServiceError("not_found", `No active user ${String(given[0]?.[1])} exists. Check the spelling.`);
}

export const whoPath = (who: PersonReference): string => `body.${Object.keys(who)[0] ?? "user_id"}`;

const personOf = ({ id, email, username, is_active }: PublicUser): Person => ({ id, email, username, is_active });
