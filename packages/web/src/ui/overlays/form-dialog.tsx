import { useEffect, useRef, useState, type ReactNode } from "react";
import type { ApiProblem } from "../../api/problem.js";
import { Button } from "../actions/button.js";
import { Dialog, DialogButtons } from "./dialog.js";
import { ErrorBox } from "../feedback/error-box.js";
import { DiscardQuestion, LeaveGuard } from "./leave-guard.js";

interface FormDialogProps {
  readonly title: string;
  readonly description?: string;
  /** The label of the button: "Create key". */
  readonly action: string;
  readonly tone?: "primary" | "danger";
  readonly busy: boolean;
  readonly problem: ApiProblem | null;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A form in a dialog. Open while mounted, and keeps the input if the server rejects it. Esc, a click beside it and leaving the page
 * ask before they drop what was typed.
 */
export function FormDialog({
  title,
  action,
  tone = "primary",
  busy,
  problem,
  onSubmit,
  onClose,
  children,
  ...about
}: FormDialogProps) {
  const isTyped = useRef(false);
  const [asks, setAsks] = useState(false);
  const hasUnsaved = (): boolean => isTyped.current && !busy;
  useEffect(() => {
    // Some forms stay open for more after they were sent.
    if (!busy && !problem) isTyped.current = false;
  }, [busy, problem]);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (open) return;
        if (hasUnsaved()) setAsks(true);
        else onClose();
      }}
      title={title}
      {...about}
    >
      <form
        className="flex flex-col gap-4"
        onInput={() => {
          isTyped.current = true;
        }}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {problem && <ErrorBox problem={problem} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant={tone} busy={busy}>
            {action}
          </Button>
        </DialogButtons>
      </form>
      <LeaveGuard hasUnsaved={hasUnsaved} />
      {asks && <DiscardQuestion onStay={() => setAsks(false)} onDiscard={onClose} />}
    </Dialog>
  );
}
