import type { ReactNode } from "react";
import type { ApiProblem } from "../../api/problem.js";
import { Button } from "../actions/button.js";
import { Dialog, DialogButtons } from "./dialog.js";
import { ErrorBox } from "../feedback/error-box.js";

interface FormDialogProps {
  readonly title: string;
  readonly description?: string;
  /** The verb of the button: "Create it". */
  readonly action: string;
  readonly busy: boolean;
  readonly problem: ApiProblem | null;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog. It is open while it is there, and keeps what was typed when the server refuses. */
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
