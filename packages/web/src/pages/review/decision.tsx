import { useNavigate } from "@tanstack/react-router";
import { Check, TriangleAlert, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ReplyOf } from "@tackroom/contract/calls";
import type { ApiProblem } from "../../api/problem.js";
import { useAction } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { KeyboardHint, useShortcuts } from "../../ui/actions/keyboard.js";
import { useToast } from "../../ui/feedback/toast.js";
import { RejectDialog } from "./reject-dialog.js";

interface Reload {
  readonly isFetching: boolean;
  readonly error: ApiProblem | null;
}

interface DecisionProps {
  readonly submission: ReplyOf<"getSubmission">;
  readonly onShowNewVersion: () => void;
  readonly reload: Reload;
}

/** Approves or rejects, by button or key. An approval applies to the content on the screen. */
export function Decision({ submission, onShowNewVersion, reload }: DecisionProps) {
  const [rejecting, setRejecting] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();
  const approve = useAction("approveSubmission", {
    refreshes: ["listSubmissions"],
    onDone: async ({ name, version }) => {
      toast.say(`Approved ${name} ${version}.`);
      await navigate({ to: "/review" });
    },
  });
  const { id, name, digest } = submission;
  const hasChanged = approve.error?.code === "changed_since_review";
  const approveIt = (): void => {
    if (!hasChanged && !approve.isPending) approve.mutate({ params: { id }, body: { digest } });
  };
  useShortcuts({ a: approveIt, r: () => setRejecting(true) });
  return (
    <>
      <Button variant="primary" busy={approve.isPending} disabled={hasChanged} onClick={approveIt}>
        <Check size={14} aria-hidden="true" /> Approve <KeyboardHint>a</KeyboardHint>
      </Button>
      <Button variant="danger" onClick={() => setRejecting(true)}>
        <X size={14} aria-hidden="true" /> Reject <KeyboardHint>r</KeyboardHint>
      </Button>
      {hasChanged && <ChangedNotice onShowNewVersion={onShowNewVersion} reload={reload} />}
      {approve.error && !hasChanged && <ErrorBox problem={approve.error} />}
      <RejectDialog open={rejecting} onOpenChange={setRejecting} id={id} name={name} />
    </>
  );
}

/** Explains why nothing was approved, and links to the changes. */
function ChangedNotice({ onShowNewVersion, reload }: Omit<DecisionProps, "submission">) {
  const button = useRef<HTMLButtonElement>(null);
  // The previously focused button is disabled now.
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="flex basis-full flex-col gap-2">
      <div role="alert" className="flex gap-2.5 rounded-md border border-warn bg-warn-soft px-3 py-2.5">
        <TriangleAlert size={18} className="mt-0.5 shrink-0 text-warn" aria-hidden="true" />
        <div className="flex min-w-0 flex-col items-start gap-2">
          <p>
            <strong>This submission has changed since you opened it.</strong> It was edited, or a newer version was
            submitted. Nothing was approved. Review the changes, then decide.
          </p>
          <Button ref={button} size="small" busy={reload.isFetching} onClick={onShowNewVersion}>
            Show new version
          </Button>
        </div>
      </div>
      {reload.error && <ErrorBox problem={reload.error} />}
    </div>
  );
}
