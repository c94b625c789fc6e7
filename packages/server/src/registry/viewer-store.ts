import { roleSuffices, type Role } from "@tackroom/contract";
import { sql, type RawBuilder } from "kysely";
import { queries, type Db } from "../platform/relational/index.js";
import { teamsOf } from "../teams/index.js";
import type { RegistryTables } from "./tables-store.js";

/** The audience that everybody belongs to. */
export const EVERYBODY = "00000000-0000-0000-0000-000000000000";

/** Someone who looks at the registry, and what they belong to. */
export interface Viewer {
  readonly userId: string | null;
  readonly role: Role | null;
  /** Admins see everything. */
  readonly seesAll: boolean;
  /** Everybody, oneself, and one's teams. */
  readonly audiences: readonly string[];
  /** Items of others that one is a co-author of. */
  readonly shared: readonly string[];
}

export const ANONYMOUS: Viewer = { userId: null, role: null, seesAll: false, audiences: [EVERYBODY], shared: [] };

export async function loadViewer(db: Db, { userId, role }: { userId: string; role: Role }): Promise<Viewer> {
  const [teams, shared] = await Promise.all([teamsOf(db, userId), sharedItems(db, userId)]);
  const seesAll = roleSuffices(role, "admin");
  return { userId, role, seesAll, audiences: [EVERYBODY, userId, ...teams], shared };
}

async function sharedItems(db: Db, userId: string): Promise<string[]> {
  const rows = await queries<RegistryTables>(db)
    .selectFrom("co_author")
    .select("item_id")
    .where("user_id", "=", userId)
    .execute();
  return rows.map(({ item_id }) => item_id);
}

/**
 * Whether someone may see an item: the one predicate, for every list, detail, install, search and artifact alike. A
 * co-author sees what its owner alone does, but a team's items are for its members.
 */
export function visibleTo(viewer: Viewer): RawBuilder<boolean> {
  if (viewer.seesAll) return sql<boolean>`true`;
  return sql<boolean>`(item.audience = any(${uuids(viewer.audiences)})
    or (item.visibility = 'owner' and item.id = any(${uuids(viewer.shared)})))`;
}

/** Owner as a permission: the submitter, a co-author, or an admin. */
export function ownedBy(viewer: Viewer): RawBuilder<boolean> {
  if (viewer.seesAll) return sql<boolean>`true`;
  return sql<boolean>`(coalesce(item.owner_id = ${viewer.userId}::uuid, false) or item.id = any(${uuids(viewer.shared)}))`;
}

/** What is not approved is for its owners and its reviewers: to everyone else it does not exist. */
export function readableBy(viewer: Viewer): RawBuilder<boolean> {
  const isReviewer = viewer.role !== null && roleSuffices(viewer.role, "reviewer");
  const whatever = isReviewer ? sql<boolean>`true` : sql<boolean>`(item.is_released or ${ownedBy(viewer)})`;
  return sql<boolean>`(${visibleTo(viewer)} and ${whatever})`;
}

export function uuids(ids: readonly string[]): RawBuilder<string[]> {
  return sql<string[]>`${[...ids]}::uuid[]`;
}
