import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ApiProblem } from "../../api/problem.js";
import { useAction } from "../../api/queries.js";
import { useToast } from "../../ui/feedback/toast.js";
import { FormDialog } from "../../ui/overlays/form-dialog.js";
import { isOvertaken } from "./is-overtaken.js";
import { RemarkField } from "./remark-field.js";

interface RejectDialogProps {
  readonly onClose: () => void;
  readonly id: string;
  readonly name: string;
  /** Nothing was rejected: another reviewer was faster. */
  readonly onChanged: () => void;
}

/** A rejection requires a reason. */
export function RejectDialog({ onClose, id, name, onChanged }: RejectDialogProps) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const navigate = useNavigate();
  const toast = useToast();
  const reject = useAction("rejectSubmission", {
    refreshes: ["listSubmissions"],
    onDone: async () => {
      toast.say(`Rejected ${name}.`);
      await navigate({ to: "/review" });
    },
  });
  return (
    <FormDialog
      title={`Reject ${name}?`}
      description="The author sees the reason and can fix the item and submit it again."
      action="Reject"
      tone="danger"
      busy={reject.isPending}
      problem={problem}
      onClose={onClose}
      onSubmit={() =>
        reject.mutate(
          { params: { id }, body: { reason } },
          { onError: (error) => (isOvertaken(error) ? onChanged() : setProblem(error)) },
        )
      }
    >
      <RemarkField label="Reason" value={reason} onChange={setReason} />
    </FormDialog>
  );
}
