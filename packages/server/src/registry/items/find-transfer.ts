import type { Db } from "../../platform/relational/tx.js";
import { ServiceError } from "../../platform/service-error.js";
import { qualifiedName } from "../access/find-item.js";
import type { Kind } from "../kinds/index.js";
import { findTransfers, type Transfer } from "../stores/transfer-store.js";

export interface OfferedItem {
  readonly kind: Kind;
  readonly id: string;
}

/** What someone was offered, or offers. */
export async function requireTransfer(db: Db, of: OfferedItem, userId: string): Promise<Transfer> {
  const found = await findTransfers(db, userId, { kind: of.kind.kind, id: of.id });
  const [only, another] = found;
  if (!only) throw noTransfer(of);
  if (!another) return only;
  throw new ServiceError("ambiguous_name", `${of.id} is ambiguous. Use the ID of one of the candidates.`, {
    extra: { candidates: found.map((each) => ({ id: each.item_id, qualified_name: qualifiedName(each) })) },
  });
}

export const noTransfer = ({ kind, id }: OfferedItem): ServiceError =>
  new ServiceError(
    "not_found",
    `You have no pending transfer of the ${kind.kind} ${id}. See GET /api/v1/registry/transfers.`,
  );
