import { RotateCcw, Undo2 } from "lucide-react";
import type { ReplyOf } from "@tackroom/contract/calls";
import type { ItemDetail, ItemType } from "../../../api/kinds.js";
import { useAction, useCall } from "../../../api/queries.js";
import { Button, ButtonLink } from "../../../ui/actions/button.js";
import { Time } from "../../../ui/data/time.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";
import { Loaded } from "../../../ui/feedback/loaded.js";
import { useToast } from "../../../ui/feedback/toast.js";
import { CommentThread } from "../../review/comment-thread.js";
import { Discussion } from "../../review/discussion.js";
import { isInPlace, threadsOf } from "../../review/threads.js";

interface OfItem {
  readonly type: ItemType;
  readonly item: ItemDetail;
}

/** What reviewers have said about the item's submissions, and what its authors can do about it. */
export function ReviewTab({ type, item }: OfItem) {
  const query = useCall("listComments", { params: { id: item.id }, query: { limit: 200 } }, { fresh: true });
  return <Loaded query={query}>{(comments) => <Comments type={type} item={item} comments={comments} />}</Loaded>;
}

function Comments({ type, item, comments }: OfItem & { readonly comments: ReplyOf<"listComments"> }) {
  const { submission, items } = comments;
  const threads = threadsOf(items);
  const onLines = threads.filter(isInPlace);
  return (
    <div className="flex flex-col gap-6">
      {submission?.changes_requested_at && (
        <RequestedChanges type={type} item={item} at={submission.changes_requested_at} version={submission.version} />
      )}
      {onLines.length > 0 && (
        <section aria-label="Comments on lines" className="flex flex-col gap-2">
          <h2>On lines of {submission?.version}</h2>
          {onLines.map((thread) => (
            <CommentThread key={thread.first.id} itemId={item.id} thread={thread} showsPlace />
          ))}
        </section>
      )}
      <Discussion
        itemId={item.id}
        threads={threads.filter((thread) => !isInPlace(thread))}
        digest={submission?.status === "pending" ? submission.digest : undefined}
      />
    </div>
  );
}

interface RequestedProps extends OfItem {
  readonly at: string;
  readonly version: string;
}

/** The version waits for its authors, who change it or submit it as it is. */
function RequestedChanges({ type, item, at, version }: RequestedProps) {
  const toast = useToast();
  const submit = useAction(`${type}.submitDraft`, {
    refreshes: ["listComments", "listSubmissions", `${type}.getItem`],
    onDone: () => toast.say(`${item.name} is waiting for review.`),
  });
  const { namespace, slug } = item;
  return (
    <section
      aria-label="Requested changes"
      className="flex flex-col items-start gap-3 rounded-lg border border-warn bg-warn-soft p-3"
    >
      <p className="flex gap-2">
        <Undo2 size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
        <span>
          <strong>A reviewer requested changes to {version}</strong>, <Time at={at} />. It is reviewed again once you
          save an edit, or submit it unchanged.
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink variant="primary" to="/registry/$type/$namespace/$slug/edit" params={{ type, namespace, slug }}>
          Edit and resubmit
        </ButtonLink>
        <Button busy={submit.isPending} onClick={() => submit.mutate({ params: { id: item.id } })}>
          <RotateCcw size={14} aria-hidden="true" /> Resubmit unchanged
        </Button>
      </div>
      {submit.error && <ErrorBox problem={submit.error} />}
    </section>
  );
}
