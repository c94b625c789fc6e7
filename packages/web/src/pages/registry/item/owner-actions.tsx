import {
  Archive,
  ArchiveRestore,
  Ellipsis,
  PenLine,
  Trash2,
  UserPen,
  UserRoundPlus,
  type LucideIcon,
} from "lucide-react";
import { useState, type ReactNode } from "react";
import { itemCalls, type ItemDetail, type ItemType } from "../../../api/kinds.js";
import { useAction } from "../../../api/queries.js";
import { mayActAs, useUser } from "../../../api/session.js";
import { Button, ButtonLink } from "../../../ui/actions/button.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";
import { Menu } from "../../../ui/overlays/menu.js";
import { useToast } from "../../../ui/feedback/toast.js";
import { CoAuthorsDialog } from "./co-authors-dialog.js";
import { DeleteDialog, RenameDialog, type OwnerDialogProps } from "./owner-dialogs.js";
import { TransferDialog } from "./transfer-dialog.js";

interface OfItem {
  readonly type: ItemType;
  readonly item: ItemDetail;
}

interface OwnerChange {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isDangerous?: boolean;
  readonly dialog: (props: OwnerDialogProps) => ReactNode;
}

const CHANGES: readonly OwnerChange[] = [
  { label: "Rename", icon: PenLine, dialog: RenameDialog },
  { label: "Co-authors", icon: UserRoundPlus, dialog: CoAuthorsDialog },
];
const TRANSFER: OwnerChange = { label: "Transfer ownership", icon: UserPen, dialog: TransferDialog };
const DELETE: OwnerChange = { label: "Delete", icon: Trash2, isDangerous: true, dialog: DeleteDialog };

/** The actions of an owner, a co-author or an admin. */
export function OwnerActions({ type, item }: OfItem) {
  const [chosen, setChosen] = useState<OwnerChange>();
  const archive = useArchive(type, item);
  const user = useUser();
  const { status, namespace, slug, submitted_by } = item;
  // Co-authors can do everything else that the owner can.
  const mayTransfer = submitted_by === user.id || mayActAs(user, "admin");
  const changes = mayTransfer ? [...CHANGES, TRANSFER] : CHANGES;
  const Dialog = chosen?.dialog;
  const entry = (change: OwnerChange) => ({
    label: <Labelled icon={change.icon}>{change.label}</Labelled>,
    onSelect: () => setChosen(change),
    ...(change.isDangerous ? { tone: "bad" as const } : {}),
  });
  return (
    <>
      {status !== "archived" && (
        <ButtonLink variant="primary" to="/registry/$type/$namespace/$slug/edit" params={{ type, namespace, slug }}>
          <PenLine size={14} aria-hidden="true" /> {status === "approved" ? "New version" : "Edit"}
        </ButtonLink>
      )}
      <Menu
        trigger={
          <Button busy={archive.busy}>
            <Ellipsis size={14} aria-hidden="true" /> Manage
          </Button>
        }
        entries={[...changes.map(entry), ...archive.entries, entry(DELETE)]}
      />
      {archive.problem && <ErrorBox problem={archive.problem} />}
      {Dialog && <Dialog type={type} item={item} onClose={() => setChosen(undefined)} />}
    </>
  );
}

const Labelled = ({ icon: Icon, children }: { readonly icon: LucideIcon; readonly children: ReactNode }) => (
  <>
    <Icon size={14} aria-hidden="true" /> {children}
  </>
);

/** Archives or unarchives the item, if its status allows it. */
function useArchive(type: ItemType, item: ItemDetail) {
  const toast = useToast();
  const archived = item.status === "archived";
  const action = useAction(archived ? `${type}.unarchiveItem` : `${type}.archiveItem`, {
    refreshes: itemCalls(type),
    onDone: ({ status }) => toast.say(`${item.name} is now ${status}.`),
  });
  const label = <Labelled icon={archived ? ArchiveRestore : Archive}>{archived ? "Unarchive" : "Archive"}</Labelled>;
  const offered = archived || item.status === "approved";
  return {
    busy: action.isPending,
    problem: action.error,
    entries: offered ? [{ label, onSelect: () => action.mutate({ params: { id: item.id } }) }] : [],
  };
}
