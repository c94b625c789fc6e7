import { useBlocker } from "@tanstack/react-router";
import { Button } from "../../../ui/actions/button.js";
import { Dialog, DialogButtons } from "../../../ui/overlays/dialog.js";
import type { ItemForm } from "./use-item-form.js";

/** Asks before unsaved text is lost: with our own dialog for links, with the browser's otherwise. */
export function LeaveGuard({ form }: { readonly form: Pick<ItemForm, "hasUnsaved"> }) {
  const blocker = useBlocker({
    shouldBlockFn: () => form.hasUnsaved(),
    enableBeforeUnload: () => form.hasUnsaved(),
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && blocker.reset()}
      title="Leave without saving?"
      description="Your unsaved changes will be lost."
    >
      <DialogButtons>
        <Button onClick={blocker.reset}>Stay</Button>
        <Button variant="danger" onClick={blocker.proceed}>
          Discard changes
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
