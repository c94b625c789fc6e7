import type { ReactNode } from "react";
import type { ApiProblem } from "../../api/problem.js";
import { Button } from "../actions/button.js";
import { Dialog, DialogButtons } from "./dialog.js";
import { ErrorBox } from "../feedback/error-box.js";

interface FormDialogProps {
  readonly title: string;
  readonly description?: string;
  /** The label of the button: "Create key". */
  readonly action: string;
  readonly busy: boolean;
  readonly problem: ApiProblem | null;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog. Open while mounted, and keeps the input if the server rejects it. */
export function FormDialog({ title, action, busy, problem, onSubmit, onClose, children, ...about }: FormDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} {...about}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {problem && <ErrorBox problem={problem} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {action}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
