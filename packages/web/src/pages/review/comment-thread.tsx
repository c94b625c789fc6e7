import { Check, MessageSquare, RotateCcw, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import type { ReviewComment } from "@tackroom/contract";
import { useAction } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { Time } from "../../ui/data/time.js";
import { Badge } from "../../ui/feedback/badge.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Markdown } from "../../ui/text/markdown.js";
import { CommentForm } from "./comment-form.js";
import type { Thread } from "./threads.js";

interface CommentThreadProps {
  readonly itemId: string;
  readonly thread: Thread;
  /** Says which line it is about, where it is not shown below that line. */
  readonly showsPlace?: boolean;
}

/** A comment with its replies, which everyone who takes part in the review can answer and resolve. */
export function CommentThread({ itemId, thread: { first, replies }, showsPlace = false }: CommentThreadProps) {
  const [replying, setReplying] = useState(false);
  const [open, setOpen] = useState(first.resolved_at === null);
  const resolve = useAction("updateComment", {
    refreshes: ["listComments"],
    onDone: ({ resolved_at }) => setOpen(resolved_at === null),
  });
  const isResolved = first.resolved_at !== null;
  return (
    <article
      aria-label={`Comment by ${first.author ?? "a deleted user"}`}
      className="flex min-w-0 flex-col gap-2 rounded-md border border-line bg-raised p-3 font-sans text-sm"
    >
      {showsPlace && <Place comment={first} />}
      {isResolved && !open ? (
        <p className="flex flex-wrap items-center gap-2 text-muted">
          <Check size={14} aria-hidden="true" /> Resolved by {first.resolved_by ?? "a deleted user"}
          <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
            Show
          </Button>
        </p>
      ) : (
        <>
          {[first, ...replies].map((comment) => (
            <Comment key={comment.id} itemId={itemId} comment={comment} isAnswered={replies.length > 0} />
          ))}
          {replying ? (
            <CommentForm
              itemId={itemId}
              about={{ reply_to: first.id }}
              label="Reply"
              action="Reply"
              onClose={() => setReplying(false)}
            />
          ) : (
            <div className="flex flex-wrap gap-2">
              <Button size="small" onClick={() => setReplying(true)}>
                <MessageSquare size={14} aria-hidden="true" /> Reply
              </Button>
              <Button
                size="small"
                variant="quiet"
                busy={resolve.isPending}
                onClick={() =>
                  resolve.mutate({ params: { id: itemId, comment_id: first.id }, body: { resolved: !isResolved } })
                }
              >
                {isResolved ? <RotateCcw size={14} aria-hidden="true" /> : <Check size={14} aria-hidden="true" />}
                {isResolved ? "Reopen" : "Resolve"}
              </Button>
            </div>
          )}
          {resolve.error && <ErrorBox problem={resolve.error} />}
        </>
      )}
    </article>
  );
}

function Place({ comment: { file, line, line_text, version, outdated } }: { readonly comment: ReviewComment }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="flex flex-wrap items-center gap-2 text-muted">
        <code className="font-mono text-xs wrap-anywhere">
          {file === null ? version : `${file}${line === null ? "" : `:${line}`}`}
        </code>
        {outdated && <Badge tone="warn">outdated</Badge>}
      </p>
      {line_text !== null && (
        <code className="border-l-2 border-line pl-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere text-muted">
          {line_text}
        </code>
      )}
    </div>
  );
}

interface CommentProps {
  readonly itemId: string;
  readonly comment: ReviewComment;
  readonly isAnswered: boolean;
}

function Comment({ itemId, comment, isAnswered }: CommentProps) {
  const remove = useAction("deleteComment", { refreshes: ["listComments"] });
  const isReply = comment.reply_to !== null;
  const isRemovable = comment.is_own && comment.kind === "comment" && (isReply || !isAnswered);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
        <bdi className="font-medium text-ink">{comment.author ?? "deleted user"}</bdi>
        {comment.kind === "changes_requested" && (
          <Badge tone="warn">
            <Undo2 size={12} aria-hidden="true" /> requested changes
          </Badge>
        )}
        <Time at={comment.created_at} />
        {isRemovable && (
          <Button
            size="small"
            variant="quiet"
            aria-label="Delete this comment"
            busy={remove.isPending}
            onClick={() => remove.mutate({ params: { id: itemId, comment_id: comment.id } })}
          >
            <Trash2 size={14} aria-hidden="true" />
          </Button>
        )}
      </p>
      <Markdown text={comment.text} />
      {remove.error && <ErrorBox problem={remove.error} />}
    </div>
  );
}
