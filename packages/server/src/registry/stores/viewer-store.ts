import { roleSuffices, type Role } from "@tackroom/contract";
import { sql, type RawBuilder } from "kysely";
import type { Caller } from "../../platform/http/index.js";
import { queries, runPrepared, type Db } from "../../platform/relational/index.js";
import { teamsSql } from "../../teams/index.js";

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
  /** See `resolving`. */
  readonly resolves?: boolean;
  /** Receives the reads that only the viewer's role permits; code that finds items for a viewer reports them, see `privileged-reads.ts`. */
  readonly notePrivilegedRead: Caller["notePrivilegedRead"];
}

export const ANONYMOUS: Viewer = {
  userId: null,
  role: null,
  seesAll: false,
  audiences: [EVERYBODY],
  shared: [],
  notePrivilegedRead: () => undefined,
};

type Looker = Pick<Caller, "userId" | "role" | "notePrivilegedRead">;

export async function loadViewer(db: Db, { userId, role, notePrivilegedRead }: Looker): Promise<Viewer> {
  const { teams, shared } = await belongingsOf(db, userId);
  const seesAll = roleSuffices(role, "admin");
  return { userId, role, seesAll, audiences: [EVERYBODY, userId, ...teams], shared, notePrivilegedRead };
}

interface Belongings {
  readonly teams: readonly string[];
  readonly shared: readonly string[];
}

/** In one statement, because most requests to the registry begin with it. */
async function belongingsOf(db: Db, userId: string): Promise<Belongings> {
  const query = sql<Belongings>`
    select ${teamsSql(userId)} as teams, array(select item_id from co_author where user_id = ${userId}::uuid) as shared`;
  const [row] = await runPrepared(db, query.compile(queries(db)));
  return row ?? { teams: [], shared: [] };
}

/** As if the role opened nothing: for what is about the viewer's own doings and those of their teams. */
export const asMember = (viewer: Viewer): Viewer => ({ ...viewer, role: "user", seesAll: false });

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

/**
 * Whether an edit lock keeps others away: only while its holder may edit. In this order, since hardly any item is locked, and
 * the holder is looked up for those only.
 */
export const IS_BEING_EDITED = sql<boolean>`coalesce(item.edited_until > now() and is_edited_by_editor(item), false)`;

/**
 * Someone who names a version. An approved one resolves for anyone who has it in a lock, even if it is yanked and its item
 * has nothing left to show.
 */
export const resolving = (viewer: Viewer): Viewer => ({ ...viewer, resolves: true });

/** What is not approved is for its owners and its reviewers: to everyone else it does not exist. */
export function readableBy(viewer: Viewer): RawBuilder<boolean> {
  if (isReviewer(viewer)) return visibleTo(viewer);
  const isPinned = viewer.resolves
    ? sql<boolean>`exists (select from item_version where item_version.item_id = item.id and item_version.status = 'approved')`
    : sql<boolean>`false`;
  return sql<boolean>`(${visibleTo(viewer)} and (item.is_released or ${ownedBy(viewer)} or ${isPinned}))`;
}

/** Discovery shows to reviewers only what waits for them, not what others have not submitted yet. */
export function discoverableBy(viewer: Viewer): RawBuilder<boolean> {
  const waiting = isReviewer(viewer) ? sql<boolean>`item.status in ('pending', 'approved')` : sql<boolean>`false`;
  return sql<boolean>`(${visibleTo(viewer)} and (item.is_released or ${ownedBy(viewer)} or ${waiting}))`;
}

/** What the predicates above ask of an item, for those that are kept in memory. */
export interface Guarded {
  readonly id: string;
  readonly audience: string;
  readonly visibility: string;
  readonly ownerId: string | null;
  readonly status: string;
  readonly isReleased: boolean;
}

/** As `visibleTo`, which is asked again for what is shown: this decides order and total. */
export function visibleInMemory(viewer: Viewer): (item: Pick<Guarded, "id" | "audience" | "visibility">) => boolean {
  if (viewer.seesAll) return () => true;
  const [audiences, shared] = [new Set(viewer.audiences), new Set(viewer.shared)];
  return ({ id, audience, visibility }) => audiences.has(audience) || (visibility === "owner" && shared.has(id));
}

/** As `discoverableBy`. */
export function discoverableInMemory(viewer: Viewer): (item: Guarded) => boolean {
  if (viewer.seesAll) return () => true;
  const [isVisible, shared, reviews] = [visibleInMemory(viewer), new Set(viewer.shared), isReviewer(viewer)];
  const isOwn = ({ id, ownerId }: Guarded): boolean =>
    (ownerId !== null && ownerId === viewer.userId) || shared.has(id);
  const isWaiting = ({ status }: Guarded): boolean => reviews && (status === "pending" || status === "approved");
  return (item) => isVisible(item) && (item.isReleased || isOwn(item) || isWaiting(item));
}

const isReviewer = ({ role }: Viewer): boolean => role !== null && roleSuffices(role, "reviewer");

export function uuids(ids: readonly string[]): RawBuilder<string[]> {
  return sql<string[]>`${[...ids]}::uuid[]`;
}
