import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { itemCalls, type ItemType } from "../../../api/kinds.js";
import { useAction } from "../../../api/queries.js";
import type { OwnershipTransfer } from "../../../api/transfers.js";
import { useToast } from "../../../ui/feedback/toast.js";

/** A transfer can be answered only once: a second answer shows a message and the current state. */
function useEnded(type: ItemType): { onError: (problem: { readonly status: number }) => void } {
  const queries = useQueryClient();
  const toast = useToast();
  return {
    onError: ({ status }) => {
      if (status !== 404) return;
      toast.complain("This transfer is no longer open. It was answered, canceled or replaced.");
      for (const call of ["listTransfers", ...itemCalls(type)]) void queries.invalidateQueries({ queryKey: [call] });
    },
  };
}

/** Accepts a transfer and navigates to the item's new URL. */
export function useAccept(type: ItemType, { id }: OwnershipTransfer) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const toast = useToast();
  const ended = useEnded(type);
  const action = useAction(`${type}.acceptTransfer`, {
    refreshes: itemCalls(type),
    onDone: async ({ namespace, slug, qualified_name }) => {
      // Done before the item page is shown, which would otherwise still show the transfer.
      await queries.invalidateQueries({ queryKey: ["listTransfers"] });
      toast.say(`You now own ${qualified_name}.`);
      await navigate({ to: "/registry/$type/$namespace/$slug", params: { type, namespace, slug } });
    },
  });
  return { action, accept: () => action.mutate({ params: { id } }, ended) };
}

/** Declines a transfer, or cancels the user's own. */
export function useDecline(type: ItemType, { id, qualified_name }: OwnershipTransfer, isMine: boolean) {
  const toast = useToast();
  const ended = useEnded(type);
  const action = useAction(`${type}.declineTransfer`, {
    refreshes: ["listTransfers"],
    onDone: ({ to }) =>
      toast.say(isMine ? `Canceled the transfer of ${qualified_name} to ${to}.` : `You declined ${qualified_name}.`),
  });
  return { action, decline: () => action.mutate({ params: { id } }, ended) };
}
