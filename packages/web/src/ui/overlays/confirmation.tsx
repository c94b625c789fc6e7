import type { ReactNode } from "react";
import type { ApiProblem } from "../../api/problem.js";
import { Button } from "../actions/button.js";
import { Dialog, DialogButtons } from "./dialog.js";
import { ErrorBox } from "../feedback/error-box.js";

interface ConfirmationProps {
  readonly title: string;
  /** What will be different afterwards. */
  readonly description: string;
  /** The verb of the button: "Revoke it". */
  readonly action: string;
  readonly busy: boolean;
  readonly problem: ApiProblem | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks before something that cannot be undone. It is open while it is there, and stays when the server refuses. */
export function Confirmation({
  title,
  description,
  action,
  busy,
  problem,
  onConfirm,
  onClose,
  children,
}: ConfirmationProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      {children}
      {problem && <ErrorBox problem={problem} />}
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
