import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAction } from "../../api/queries.js";
import { useToast } from "../../ui/feedback/toast.js";
import { Button } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Field, TextArea } from "../../ui/forms/field.js";
import { Dialog, DialogButtons } from "../../ui/overlays/dialog.js";

interface RejectDialogProps {
  readonly onClose: () => void;
  readonly id: string;
  readonly name: string;
}

/** A rejection requires a reason. */
export function RejectDialog({ onClose, id, name }: RejectDialogProps) {
  const [reason, setReason] = useState("");
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Reject ${name}?`}
      description="The author sees the reason and can fix the item and submit it again."
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          reject.mutate({ params: { id }, body: { reason } });
        }}
      >
        <Field label="Reason">
          {(ids) => (
            <TextArea
              {...ids}
              required
              maxLength={5000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {reject.error && <ErrorBox problem={reject.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={reject.isPending}>
            Reject
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
