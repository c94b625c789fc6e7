import { KIND_WORDS, type ItemDetail, type ItemType } from "../../../api/kinds.js";
import { useUser } from "../../../api/session.js";
import {
  isAwaited,
  useIncomingTransfers,
  useOutgoingTransfers,
  type OwnershipTransfer,
} from "../../../api/transfers.js";

export interface ItemTransfer {
  /** The pending transfer of the item, from or to the user. */
  readonly offered: OwnershipTransfer | undefined;
  readonly received: OwnershipTransfer | undefined;
  /** Not known yet: content below a notice would move when it appears. */
  readonly loading: boolean;
}

/** `name` is taken from the URL, because the item may not be visible to the recipient yet. */
export function useItemTransfer(type: ItemType, name: string, item: ItemDetail | undefined): ItemTransfer {
  const { id: userId, username } = useUser();
  const incoming = useIncomingTransfers();
  // Fetched together with the item, if the name shows the owner.
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
