import { UserPen } from "lucide-react";
import type { ReactNode } from "react";
import type { ItemType } from "../../../api/kinds.js";
import type { OwnershipTransfer } from "../../../api/transfers.js";
import { Button } from "../../../ui/actions/button.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";
import { Time } from "../../../ui/data/time.js";
import { OfferButtons } from "./offer-buttons.js";
import { useDecline } from "./use-answer.js";

interface TransferNoticeProps {
  readonly type: ItemType;
  readonly transfer: OwnershipTransfer;
}

/** Shown to the owner on the item page: the pending transfer. */
export function OfferedNotice({ type, transfer }: TransferNoticeProps) {
  const { action, decline } = useDecline(type, transfer, true);
  return (
    <>
      <Notice
        buttons={
          <Button size="small" busy={action.isPending} onClick={decline}>
            Cancel transfer
          </Button>
        }
      >
        Offered to <bdi className="font-medium">{transfer.to}</bdi> <Time at={transfer.created_at} />. They become the
        owner once they accept; until then, you remain the owner.
      </Notice>
      {action.error && action.error.status !== 404 && <ErrorBox problem={action.error} />}
    </>
  );
}

/** Shown to the recipient on the item page, even if the item is not visible to them yet. */
export function ReceivedNotice({
  type,
  transfer,
  hidden = false,
}: TransferNoticeProps & { readonly hidden?: boolean }) {
  return (
    <Notice buttons={<OfferButtons type={type} transfer={transfer} />}>
      <bdi className="font-medium">{transfer.from}</bdi> wants to transfer this item to you,{" "}
      <Time at={transfer.created_at} />.{hidden && " You can see it once you accept."}
    </Notice>
  );
}

const Notice = ({ buttons, children }: { readonly buttons: ReactNode; readonly children: ReactNode }) => (
  <div
    role="group"
    aria-label="Ownership transfer"
    className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line bg-info-soft px-3 py-2"
  >
    <p className="flex min-w-0 grow basis-60 gap-2">
      <UserPen size={16} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
      <span className="min-w-0">{children}</span>
    </p>
    {buttons}
  </div>
);
