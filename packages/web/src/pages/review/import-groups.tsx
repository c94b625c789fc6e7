import { PackageOpen } from "lucide-react";
import type { ReplyOf } from "@tackroom/contract/calls";
import { Button } from "../../ui/actions/button.js";

type Submission = ReplyOf<"listSubmissions">[number];
export type Batch = NonNullable<Submission["batch"]>;

interface ImportGroupsProps {
  readonly submissions: readonly Submission[];
  /** The import that the list is limited to. */
  readonly chosen: Batch | undefined;
  readonly onChoose: (batch: Batch | undefined) => void;
}

/** The imports that submissions belong to, each of which can be decided on as a group. */
export function ImportGroups({ submissions, chosen, onChoose }: ImportGroupsProps) {
  const groups = chosen ? [chosen] : batchesIn(submissions);
  if (groups.length === 0) return null;
  return (
    <section aria-label="Imports" className="flex flex-col gap-2">
      {groups.map((batch) => (
        <div key={batch.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PackageOpen size={16} aria-hidden="true" className="text-muted" />
          <bdi className="font-medium break-all">{batch.repository}</bdi>
          {batch.commit !== null && <code className="font-mono text-xs text-muted">{batch.commit.slice(0, 12)}</code>}
          {chosen ? (
            <>
              <span className="text-sm text-muted">Submissions of this import, the riskiest first</span>
              <Button size="small" onClick={() => onChoose(undefined)}>
                Show all submissions
              </Button>
            </>
          ) : (
            <Button size="small" onClick={() => onChoose(batch)}>
              Review this import
            </Button>
          )}
        </div>
      ))}
    </section>
  );
}

function batchesIn(submissions: readonly Submission[]): Batch[] {
  const batches = submissions.flatMap(({ batch }) => batch ?? []);
  return batches.filter(({ id }, at) => batches.findIndex((other) => other.id === id) === at);
}
