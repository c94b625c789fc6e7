import { useState } from "react";
import { useAction } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Field, TextArea } from "../../ui/forms/field.js";
import { LeaveGuard } from "../../ui/overlays/leave-guard.js";

/** What a comment is about: content that was read, or another comment. */
export type CommentPlace =
  | { readonly digest: string; readonly file?: string; readonly line?: number }
  | { readonly reply_to: string };

interface CommentFormProps {
  readonly itemId: string;
  readonly about: CommentPlace;
  readonly label: string;
  readonly action: string;
  readonly onClose: () => void;
}

const MAX_LENGTH = 5000;

/** Keeps the text if the server rejects it. */
export function CommentForm({ itemId, about, label, action, onClose }: CommentFormProps) {
  const [text, setText] = useState("");
  const create = useAction("createComment", { refreshes: ["listComments"], onDone: onClose });
  return (
    <form
      className="flex flex-col gap-2 font-sans text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ params: { id: itemId }, body: { ...about, text } });
      }}
    >
      <Field label={label} hint="Markdown">
        {(ids) => (
          <TextArea
            {...ids}
            // Opened by a button, to be typed into at once.
            autoFocus
            required
            rows={3}
            maxLength={MAX_LENGTH}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <LeaveGuard hasUnsaved={() => text.trim() !== "" && !create.isPending} />
      {create.error && <ErrorBox problem={create.error} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" variant="primary" busy={create.isPending}>
          {action}
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
