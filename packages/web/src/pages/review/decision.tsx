import { Check, TriangleAlert, Undo2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ReplyOf } from "@tackroom/contract/calls";
import type { ApiProblem } from "../../api/problem.js";
import { Button } from "../../ui/actions/button.js";
import { KeyboardHint } from "../../ui/actions/keyboard.js";
import { useShortcuts } from "../../ui/actions/shortcuts.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { ApproveDialog } from "./approve-dialog.js";
import { RejectDialog } from "./reject-dialog.js";
import { RequestDialog } from "./request-dialog.js";

interface Reload {
  readonly isFetching: boolean;
  readonly error: ApiProblem | null;
}

interface DecisionProps {
  readonly submission: ReplyOf<"getSubmission">;
  readonly onShowNewVersion: () => void;
  readonly reload: Reload;
}

/** Approves, rejects or requests changes, each in a dialog of its own. A decision applies to the content on the screen. */
export function Decision({ submission, onShowNewVersion, reload }: DecisionProps) {
  const [asking, setAsking] = useState<"approve" | "request" | "reject">();
  const [hasChanged, setChanged] = useState(false);
  const close = (): void => setAsking(undefined);
  const changed = (): void => {
    close();
    setChanged(true);
  };
  const askToApprove = (): void => {
    if (!hasChanged) setAsking("approve");
  };
  const askForChanges = (): void => {
    if (!hasChanged) setAsking("request");
  };
  useShortcuts({
    a: { label: "Approve", run: askToApprove },
    r: { label: "Request changes", run: askForChanges },
  });
  const { id, name } = submission;
  return (
    <section
      aria-label="Decision"
      className="fixed inset-x-0 bottom-0 z-20 flex flex-col gap-2 border-t border-line bg-raised p-3 lg:static lg:z-auto lg:rounded-lg lg:border"
    >
      <h2 className="sr-only lg:not-sr-only">Decision</h2>
      {hasChanged && <ChangedNotice onShowNewVersion={onShowNewVersion} reload={reload} />}
      <div className="flex gap-2 *:grow lg:flex-col">
        <Button variant="primary" disabled={hasChanged} onClick={askToApprove}>
          <Check size={14} aria-hidden="true" /> Approve… <Hint>a</Hint>
        </Button>
        <Button disabled={hasChanged} onClick={askForChanges}>
          <Undo2 size={14} aria-hidden="true" /> <span className="max-sm:sr-only">Request changes</span>
          <span aria-hidden="true" className="sm:hidden">
            Send back
          </span>{" "}
          <Hint>r</Hint>
        </Button>
        <Button variant="danger" onClick={() => setAsking("reject")}>
          <X size={14} aria-hidden="true" /> Reject
        </Button>
      </div>
      {asking === "approve" && <ApproveDialog submission={submission} onClose={close} onChanged={changed} />}
      {asking === "request" && <RequestDialog submission={submission} onClose={close} onChanged={changed} />}
      {asking === "reject" && <RejectDialog id={id} name={name} onClose={close} onChanged={changed} />}
    </section>
  );
}

const Hint = ({ children }: { readonly children: string }) => (
  <span className="hidden lg:inline">
    <KeyboardHint>{children}</KeyboardHint>
  </span>
);

/** Explains why nothing was decided, and links to the changes. */
function ChangedNotice({ onShowNewVersion, reload }: Omit<DecisionProps, "submission">) {
  const button = useRef<HTMLButtonElement>(null);
  // The previously focused button is disabled now. After the dialog, which gives the focus back, has closed.
  useEffect(() => {
    const soon = setTimeout(() => button.current?.focus());
    return () => clearTimeout(soon);
  }, []);
  return (
    <div className="flex flex-col gap-2">
      <div role="alert" className="flex gap-2.5 rounded-md border border-warn bg-warn-soft px-3 py-2.5">
        <TriangleAlert size={18} className="mt-0.5 shrink-0 text-warn" aria-hidden="true" />
        <div className="flex min-w-0 flex-col items-start gap-2">
          <p>
            <strong>This submission has changed since you opened it.</strong> It was edited, a newer version was
            submitted, or another reviewer was faster. Nothing was decided. Look at it as it is now, then decide.
          </p>
          <Button ref={button} size="small" busy={reload.isFetching} onClick={onShowNewVersion}>
            Show it as it is now
          </Button>
        </div>
      </div>
      {reload.error && <ErrorBox problem={reload.error} />}
    </div>
  );
}
