import type { ReactNode } from "react";
import type { ApiProblem } from "../../api/problem.js";
import { Button } from "../actions/button.js";
import { Dialog, DialogButtons } from "./dialog.js";
import { ErrorBox } from "../feedback/error-box.js";

interface ConfirmationProps {
  readonly title: string;
  /** The consequences. */
  readonly description: string;
  /** The label of the button: "Revoke key". */
  readonly action: string;
  readonly busy: boolean;
  readonly problem: ApiProblem | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks for confirmation of an irreversible action. Open while mounted, and stays open if the server rejects it. */
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
