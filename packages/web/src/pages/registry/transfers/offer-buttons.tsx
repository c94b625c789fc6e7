import { useState } from "react";
import type { ItemType } from "../../../api/kinds.js";
import type { OwnershipTransfer } from "../../../api/transfers.js";
import { Button } from "../../../ui/actions/button.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";
import { AcceptDialog } from "./accept-dialog.js";
import { useDecline } from "./use-answer.js";

interface OfferButtonsProps {
  readonly type: ItemType;
  readonly transfer: OwnershipTransfer;
}

/** The actions of a transfer's recipient. */
export function OfferButtons({ type, transfer }: OfferButtonsProps) {
  const [accepting, setAccepting] = useState(false);
  const { action, decline } = useDecline(type, transfer, false);
  const { qualified_name } = transfer;
  return (
    <div className="flex flex-wrap gap-2">
      <Button aria-label={`Accept ${qualified_name}`} onClick={() => setAccepting(true)}>
        Accept
      </Button>
      <Button variant="quiet" aria-label={`Decline ${qualified_name}`} busy={action.isPending} onClick={decline}>
        Decline
      </Button>
      {action.error && action.error.status !== 404 && <ErrorBox problem={action.error} />}
      {accepting && <AcceptDialog type={type} transfer={transfer} onClose={() => setAccepting(false)} />}
    </div>
  );
}
