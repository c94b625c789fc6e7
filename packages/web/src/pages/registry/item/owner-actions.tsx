import { useNavigate } from "@tanstack/react-router";
import { Archive, ArchiveRestore, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ItemDetail, ItemType } from "../../../api/kinds.js";
import { useAction } from "../../../api/queries.js";
import { Button } from "../../../ui/button.js";
import { Dialog, DialogButtons } from "../../../ui/dialog.js";
import { ErrorBox } from "../../../ui/error-box.js";
import { useToast } from "../../../ui/toast.js";

/** What its owner, a co-author or an admin may do to it. */
export function OwnerActions({ type, item }: { readonly type: ItemType; readonly item: ItemDetail }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();
  const refreshes = [`${type}.getItem`, `${type}.listItems`, `${type}.listMyItems`] as const;
  const params = { id: item.id };
  const archived = item.status === "archived";
  const archive = useAction(archived ? `${type}.unarchiveItem` : `${type}.archiveItem`, {
    refreshes,
    onDone: ({ status }) => toast.say(`${item.name} is ${status} now.`),
  });
  const remove = useAction(`${type}.deleteItem`, {
    refreshes: refreshes.slice(1),
    onDone: async () => {
      toast.say(`${item.name} is deleted.`);
      await navigate({ to: "/registry" });
    },
  });
  const Icon = archived ? ArchiveRestore : Archive;
  return (
    <>
      {(item.status === "approved" || archived) && (
        <Button busy={archive.isPending} onClick={() => archive.mutate({ params })}>
          <Icon size={14} aria-hidden="true" /> {archived ? "Put back" : "Archive"}
        </Button>
      )}
      <Button variant="danger" onClick={() => setAsking(true)}>
        <Trash2 size={14} aria-hidden="true" /> Delete
      </Button>
      {archive.error && <ErrorBox problem={archive.error} />}
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete ${item.qualified_name}?`}
        description="It is gone for ever, for everyone: reads, installs and its artifact addresses. Its version numbers are never used again. To take it out of the lists only, archive it."
      >
        {remove.error && <ErrorBox problem={remove.error} />}
        <DialogButtons>
          <Button onClick={() => setAsking(false)}>Keep it</Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate({ params })}>
            Delete for ever
          </Button>
        </DialogButtons>
      </Dialog>
    </>
  );
}
