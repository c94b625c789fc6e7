import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ReplyOf } from "@tackroom/contract/calls";
import type { ApiProblem } from "../../api/problem.js";
import { useAction } from "../../api/queries.js";
import { useToast } from "../../ui/feedback/toast.js";
import { FormDialog } from "../../ui/overlays/form-dialog.js";
import { isOvertaken } from "./is-overtaken.js";
import { RemarkField } from "./remark-field.js";

interface RequestDialogProps {
  readonly submission: ReplyOf<"getSubmission">;
  readonly onClose: () => void;
  /** The submission has changed since the reviewer opened it, so nothing was requested. */
  readonly onChanged: () => void;
}

/** Sends a submission back to its authors, who are told what to change. */
export function RequestDialog({ submission: { id, name, version, digest }, onClose, onChanged }: RequestDialogProps) {
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const navigate = useNavigate();
  const toast = useToast();
  const request = useAction("requestChanges", {
    refreshes: ["listSubmissions", "listComments"],
    onDone: async () => {
      toast.say(`Requested changes to ${name} ${version}.`);
      await navigate({ to: "/review" });
    },
  });
  return (
    <FormDialog
      title={`Request changes to ${name} ${version}?`}
      description="It stays pending, and leaves your queue until the authors submit it again. They see your message and all comments."
      action="Request changes"
      busy={request.isPending}
      problem={problem}
      onClose={onClose}
      onSubmit={() =>
        request.mutate(
          { params: { id }, body: { message, digest } },
          { onError: (error) => (isOvertaken(error) ? onChanged() : setProblem(error)) },
        )
      }
    >
      <RemarkField label="Message to the authors" hint="Markdown" value={message} onChange={setMessage} />
    </FormDialog>
  );
}
