import { useBlocker } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { watchUnsaved } from "../../api/unsaved.js";
import { Button } from "../actions/button.js";
import { Dialog, DialogButtons } from "./dialog.js";

interface DiscardQuestionProps {
  readonly onStay: () => void;
  readonly onDiscard: () => void;
}

export const DiscardQuestion = ({ onStay, onDiscard }: DiscardQuestionProps) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onStay()}
    title="Leave without saving?"
    description="Your unsaved changes will be lost."
  >
    <DialogButtons>
      <Button onClick={onStay}>Stay</Button>
      <Button variant="danger" onClick={onDiscard}>
        Discard changes
      </Button>
    </DialogButtons>
  </Dialog>
);

/** Asks before unsaved text is lost: with our own dialog for links, with the browser's otherwise. */
export function LeaveGuard({ hasUnsaved }: { readonly hasUnsaved: () => boolean }) {
  const ask = useEffectEvent(hasUnsaved);
  useEffect(() => watchUnsaved(() => ask()), []);
  const blocker = useBlocker({ shouldBlockFn: hasUnsaved, enableBeforeUnload: hasUnsaved, withResolver: true });
  return blocker.status === "blocked" ? <DiscardQuestion onStay={blocker.reset} onDiscard={blocker.proceed} /> : null;
}
