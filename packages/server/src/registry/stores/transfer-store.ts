import type { ItemKind } from "@tackroom/contract";
import { sql } from "kysely";
import { queries, type Db, type Tx } from "../../platform/relational/index.js";
import type { RegistryTables } from "./tables-store.js";

/** An item that someone is offered. */
export interface Transfer {
  readonly item_id: string;
  readonly kind: ItemKind;
  readonly namespace: string;
  readonly slug: string;
  readonly name: string;
  readonly from_user_id: string;
  readonly to_user_id: string;
  readonly created_at: Date;
}

const transfers = (db: Db) =>
  queries<RegistryTables>(db)
    .selectFrom("item_transfer")
    .innerJoin("item", "item.id", "item_transfer.item_id")
    .select([
      "item_transfer.item_id",
      "item.kind",
      "item.namespace",
      "item.slug",
      "item.name",
      "item_transfer.from_user_id",
      "item_transfer.to_user_id",
      "item_transfer.created_at",
    ]);

/** A later offer replaces an earlier one. */
export async function offerTransfer(
  tx: Tx,
  offer: { readonly item_id: string; readonly from_user_id: string; readonly to_user_id: string },
): Promise<void> {
  const { from_user_id, to_user_id } = offer;
  await queries<RegistryTables>(tx)
    .insertInto("item_transfer")
    .values(offer)
    .onConflict((conflict) =>
      conflict.column("item_id").doUpdateSet({ from_user_id, to_user_id, created_at: sql<Date>`now()` }),
    )
    .execute();
}

/** More would be too many to choose from anyway. */
const MAX_CANDIDATES = 20;

/** Those of one person that a name or an id means: the receiver may not see the item itself. */
export function findTransfers(
  db: Db,
  userId: string,
  { kind, id }: { readonly kind: ItemKind; readonly id: string },
): Promise<Transfer[]> {
  return transfers(db)
    .where((row) =>
      row.or([row("item_transfer.to_user_id", "=", userId), row("item_transfer.from_user_id", "=", userId)]),
    )
    .where("item.kind", "=", kind)
    .where((row) =>
      row.or([
        row(sql<string>`item.id::text`, "=", id.toLowerCase()),
        row(sql<string>`item.namespace || '/' || item.slug`, "=", id),
        row("item.slug", "=", id),
        row("item.name", "=", id),
      ]),
    )
    .orderBy("item.id")
    .limit(MAX_CANDIDATES)
    .execute();
}

/** Whether the offer still stood; of an acceptance and a withdrawal at the same moment one comes second. */
export async function endTransfer(tx: Tx, { item_id, from_user_id, to_user_id }: Transfer): Promise<boolean> {
  const ended = await queries<RegistryTables>(tx)
    .deleteFrom("item_transfer")
    .where("item_id", "=", item_id)
    .where("from_user_id", "=", from_user_id)
    .where("to_user_id", "=", to_user_id)
    .executeTakeFirst();
  return ended.numDeletedRows === 1n;
}

export interface TransferPage {
  readonly direction: "incoming" | "outgoing";
  readonly limit: number;
  readonly offset: number;
}

export async function listTransfersOf(
  db: Db,
  userId: string,
  { direction, limit, offset }: TransferPage,
): Promise<{ items: Transfer[]; total: number }> {
  const column = direction === "incoming" ? "item_transfer.to_user_id" : "item_transfer.from_user_id";
  const matching = transfers(db).where(column, "=", userId);
  const items = await matching
    .orderBy("item_transfer.created_at", "desc")
    .orderBy("item_transfer.item_id")
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await matching
    .clearSelect()
    .select((count) => count.fn.countAll<string>().as("total"))
    .executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}
