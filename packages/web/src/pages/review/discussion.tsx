import { MessageSquarePlus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/actions/button.js";
import { Section } from "../../ui/layout/card.js";
import { CommentForm } from "./comment-form.js";
import { CommentThread } from "./comment-thread.js";
import type { Thread } from "./threads.js";

interface DiscussionProps {
  readonly itemId: string;
  readonly threads: readonly Thread[];
  /** Of the content that a new comment is about; undefined when it can no longer be commented on. */
  readonly digest: string | undefined;
}

/** Comments on the version as a whole, and those on lines that have changed since. */
export function Discussion({ itemId, threads, digest }: DiscussionProps) {
  const [writing, setWriting] = useState(false);
  return (
    <Section
      title="Comments"
      actions={
        digest !== undefined &&
        !writing && (
          <Button size="small" onClick={() => setWriting(true)}>
            <MessageSquarePlus size={14} aria-hidden="true" /> Comment on the version
          </Button>
        )
      }
    >
      {writing && digest !== undefined && (
        <CommentForm
          itemId={itemId}
          about={{ digest }}
          label="Comment on the version"
          action="Comment"
          onClose={() => setWriting(false)}
        />
      )}
      {threads.length === 0 && !writing && <p className="text-muted">No comments on the whole version.</p>}
      {threads.map((thread) => (
        <CommentThread key={thread.first.id} itemId={itemId} thread={thread} showsPlace />
      ))}
    </Section>
  );
}
