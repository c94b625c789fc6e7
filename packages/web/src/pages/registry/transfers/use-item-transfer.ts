import { KIND_WORDS, type ItemDetail, type ItemType } from "../../../api/kinds.js";
import { useUser } from "../../../api/session.js";
import {
  isAwaited,
  useIncomingTransfers,
  useOutgoingTransfers,
  type OwnershipTransfer,
} from "../../../api/transfers.js";

export interface ItemTransfer {
  /** What this person offers, or is offered, of the item. */
  readonly offered: OwnershipTransfer | undefined;
  readonly received: OwnershipTransfer | undefined;
  /** Not known yet: what is drawn under a notice would move when it comes. */
  readonly loading: boolean;
}

/** `name` is what the address says: the item itself may be hidden from whoever is offered it. */
export function useItemTransfer(type: ItemType, name: string, item: ItemDetail | undefined): ItemTransfer {
  const { id: userId, username } = useUser();
  const incoming = useIncomingTransfers();
  // Asked together with the item where the name tells whose it is.
  const mayOwn = item ? item.submitted_by === userId : name.startsWith(`${username}/`);
  const outgoing = useOutgoingTransfers(mayOwn);
  const isOfItem = (transfer: OwnershipTransfer): boolean =>
    transfer.type === KIND_WORDS[type].kind && (item ? transfer.id === item.id : transfer.qualified_name === name);
  return {
    offered: mayOwn ? outgoing.data?.items.find(isOfItem) : undefined,
    received: incoming.data?.items.find(isOfItem),
    loading: isAwaited(incoming) || (mayOwn && isAwaited(outgoing)),
  };
}
