import { Check, X } from "lucide-react";
import { useState } from "react";
import type { DecisionResult } from "@tackroom/contract";
import type { ReplyOf } from "@tackroom/contract/calls";
import { useAction } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { AlertBox } from "../../ui/feedback/alert-box.js";
import { useToast } from "../../ui/feedback/toast.js";
import { FormDialog } from "../../ui/overlays/form-dialog.js";
import { shortDigest } from "../../ui/text/short-digest.js";
import { RemarkField } from "./remark-field.js";

type Submission = ReplyOf<"listSubmissions">[number];
type Action = "approve" | "reject";

interface BulkBarProps {
  readonly chosen: readonly Submission[];
  /** With those that were refused, which stay selected. */
  readonly onDone: (refused: readonly string[]) => void;
}

/** Decides on the selected submissions; each holds or is refused on its own. */
export function BulkBar({ chosen, onDone }: BulkBarProps) {
  const [action, setAction] = useState<Action>();
  const [refused, setRefused] = useState<readonly DecisionResult[]>([]);
  return (
    <>
      {chosen.length > 0 && (
        <section aria-label="Selected submissions" className="flex min-h-8 flex-wrap items-center gap-2">
          <span>{chosen.length} selected</span>
          <Button size="small" onClick={() => setAction("approve")}>
            <Check size={14} aria-hidden="true" /> Approve selected…
          </Button>
          <Button size="small" variant="danger" onClick={() => setAction("reject")}>
            <X size={14} aria-hidden="true" /> Reject selected…
          </Button>
        </section>
      )}
      {refused.length > 0 && (
        <AlertBox>
          <strong>
            {refused.length} {refused.length === 1 ? "submission was" : "submissions were"} not decided.
          </strong>
          <ul className="list-disc pl-5">
            {refused.map(({ id, error }) => (
              <li key={id}>{error?.detail}</li>
            ))}
          </ul>
        </AlertBox>
      )}
      {action && (
        <BulkDialog
          action={action}
          chosen={chosen}
          onClose={() => setAction(undefined)}
          onDone={(results) => {
            const failed = results.filter(({ error }) => error !== null);
            setAction(undefined);
            setRefused(failed);
            onDone(failed.map(({ id }) => id));
          }}
        />
      )}
    </>
  );
}

interface BulkDialogProps {
  readonly action: Action;
  readonly chosen: readonly Submission[];
  readonly onClose: () => void;
  readonly onDone: (results: readonly DecisionResult[]) => void;
}

/** Names every version and its content. */
function BulkDialog({ action, chosen, onClose, onDone }: BulkDialogProps) {
  const [reason, setReason] = useState("");
  const toast = useToast();
  const decide = useAction("decideSubmissions", {
    refreshes: ["listSubmissions"],
    onDone: ({ results }) => {
      const done = results.filter(({ error }) => error === null).length;
      toast.say(`${action === "approve" ? "Approved" : "Rejected"} ${done} of ${results.length} submissions.`);
      onDone(results);
    },
  });
  const verb = action === "approve" ? "Approve" : "Reject";
  const named = chosen.flatMap(({ id, digest }) => (digest === null ? [] : [{ id, digest }]));
  const count = `${chosen.length} ${chosen.length === 1 ? "submission" : "submissions"}`;
  return (
    <FormDialog
      title={`${verb} ${count}?`}
      description={
        action === "approve"
          ? "They can be installed at once by everyone who may see them."
          : "Their authors see the reason and can submit them again."
      }
      action={`${verb} ${count}`}
      busy={decide.isPending}
      problem={decide.error}
      onClose={onClose}
      onSubmit={() =>
        decide.mutate({ body: { action, submissions: named, ...(action === "reject" ? { reason } : {}) } })
      }
    >
      <ul className="flex flex-col gap-1 text-sm">
        {chosen.map(({ id, name, version, digest }) => (
          <li key={id} className="flex flex-wrap gap-x-2">
            <bdi className="font-medium">{name}</bdi> {version}
            <code className="font-mono text-xs text-muted">{shortDigest(digest ?? "")}</code>
          </li>
        ))}
      </ul>
      {action === "reject" && <RemarkField label="Reason" value={reason} onChange={setReason} />}
    </FormDialog>
  );
}
