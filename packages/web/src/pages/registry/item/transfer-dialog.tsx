import { itemCalls, type ItemDetail } from "../../../api/kinds.js";
import { useAction } from "../../../api/queries.js";
import { mayActAs, useUser } from "../../../api/session.js";
import { useOutgoingTransfers } from "../../../api/transfers.js";
import { FormDialog } from "../../../ui/overlays/form-dialog.js";
import { useTexts } from "../../../ui/forms/form.js";
import { useToast } from "../../../ui/feedback/toast.js";
import { useMove, type OwnerDialogProps } from "./owner-dialogs.js";
import { PersonField, personReference } from "./person-field.js";

/** A team's item keeps its name, regardless of which member owns it. */
function wordsFor({ team_id }: ItemDetail, isAdmin: boolean) {
  const name = team_id === null ? " It moves to their namespace, and the old name redirects to it." : "";
  const rest = `${name} Co-authors are not transferred.`;
  // Transfers by an admin do not require the recipient's consent.
  return isAdmin
    ? {
        description: `As an admin, your transfer takes effect immediately, without the new owner's consent.${rest}`,
        action: "Transfer",
      }
    : { description: `The new owner must accept the transfer first.${rest}`, action: "Offer transfer" };
}

/** Offers the item to another user, or transfers it immediately for an admin. */
export function TransferDialog({ type, item, onClose }: OwnerDialogProps) {
  const user = useUser();
  const { values, bind } = useTexts({ who: "" });
  const toast = useToast();
  const move = useMove(type);
  const { description, action } = wordsFor(item, mayActAs(user, "admin"));
  const offers = useOutgoingTransfers(item.submitted_by === user.id);
  const offered = offers.data?.items.find(({ id }) => id === item.id);
  const transfer = useAction(`${type}.transferOwnership`, {
    refreshes: [...itemCalls(type), "listTransfers"],
    onDone: async (reply) => {
      onClose();
      if ("status" in reply) {
        toast.say(`Offered ${item.qualified_name} to ${reply.to}.`);
        return;
      }
      toast.say(`${reply.qualified_name} now belongs to ${reply.owner}.`);
      await move(reply);
    },
  });
  return (
    <FormDialog
      title={`Transfer ${item.qualified_name}`}
      description={description}
      action={action}
      busy={transfer.isPending}
      problem={transfer.error}
      onSubmit={() => transfer.mutate({ params: { id: item.id }, body: personReference(values.who) })}
      onClose={onClose}
    >
      <PersonField
        bound={bind("who")}
        who={values.who}
        problem={transfer.error}
        label="New owner (email or username)"
      />
      {offered && <p className="text-muted">This replaces your offer to {offered.to}.</p>}
    </FormDialog>
  );
}
