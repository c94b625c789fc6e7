import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ReplyOf } from "@tackroom/contract/calls";
import type { ApiProblem } from "../../api/problem.js";
import { useAction } from "../../api/queries.js";
import { useToast } from "../../ui/feedback/toast.js";
import { Field, Input } from "../../ui/forms/field.js";
import { FormDialog } from "../../ui/overlays/form-dialog.js";
import { Findings } from "./findings.js";
import { isOvertaken } from "./is-overtaken.js";

type Submission = ReplyOf<"getSubmission">;

interface ApproveDialogProps {
  readonly submission: Submission;
  readonly onClose: () => void;
  /** The submission has changed since the reviewer opened it, so nothing was approved. */
  readonly onChanged: () => void;
}

/** Names what becomes public, down to its bytes. With a high risk, the version must be typed. */
export function ApproveDialog({ submission, onClose, onChanged }: ApproveDialogProps) {
  const { id, name, version, digest, risk_signals: signals } = submission;
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const navigate = useNavigate();
  const toast = useToast();
  const approve = useAction("approveSubmission", {
    refreshes: ["listSubmissions"],
    onDone: async (done) => {
      toast.say(`Approved ${done.name} ${done.version}.`);
      await navigate({ to: "/review" });
    },
  });
  const isHigh = signals.some(({ severity }) => severity === "high");
  return (
    <FormDialog
      title={`Approve ${name} ${version}?`}
      description={`Version ${version} can be installed at once by everyone who may see it.`}
      action={`Approve ${version}`}
      busy={approve.isPending}
      problem={problem}
      onClose={onClose}
      onSubmit={() =>
        approve.mutate(
          { params: { id }, body: { digest } },
          { onError: (error) => (isOvertaken(error) ? onChanged() : setProblem(error)) },
        )
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        <dt className="text-muted">Version</dt>
        <dd>{version}</dd>
        <dt className="text-muted">Digest</dt>
        <dd className="font-mono text-xs wrap-anywhere">{digest}</dd>
      </dl>
      {signals.length > 0 && <Findings signals={signals} />}
      {isHigh && (
        <Field label={`Type ${version} to confirm`} hint="This version has a high risk.">
          {(ids) => (
            <Input
              {...ids}
              required
              autoComplete="off"
              pattern={version.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}
              title={version}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}
