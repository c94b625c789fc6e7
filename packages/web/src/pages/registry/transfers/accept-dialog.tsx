import type { ItemType } from "../../../api/kinds.js";
import { useUser } from "../../../api/session.js";
import type { OwnershipTransfer } from "../../../api/transfers.js";
import { FormDialog } from "../../../ui/overlays/form-dialog.js";
import { useAccept } from "./use-answer.js";

interface AcceptDialogProps {
  readonly type: ItemType;
  readonly transfer: OwnershipTransfer;
  readonly onClose: () => void;
}

/** Explains the consequences of becoming the owner. */
export function AcceptDialog({ type, transfer, onClose }: AcceptDialogProps) {
  const { username } = useUser();
  const { action, accept } = useAccept(type, transfer);
  const { qualified_name, from } = transfer;
  const [namespace, slug = ""] = qualified_name.split("/");
  // A team's item keeps its name, regardless of which member owns it.
  const isPersonal = namespace === from;
  return (
    <FormDialog
      title={`Accept ${qualified_name}?`}
      description="You become its owner."
      action="Accept"
      busy={action.isPending}
      problem={action.error?.status === 404 ? null : action.error}
      onSubmit={accept}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {isPersonal && (
          <li>
            Its name becomes{" "}
            <strong>
              <bdi>
                {username}/{slug}
              </bdi>
            </strong>
            . Its former name keeps leading to it.
          </li>
        )}
        <li>You can edit, release, transfer and delete it, and are responsible for it.</li>
        <li>Its co-authors are not transferred. You can add your own.</li>
        {isPersonal && (
          <li>
            <bdi>{from}</bdi> can no longer edit it.
          </li>
        )}
      </ul>
    </FormDialog>
  );
}
