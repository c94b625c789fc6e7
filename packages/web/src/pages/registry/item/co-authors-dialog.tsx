import { UserMinus, UserPlus } from "lucide-react";
import { useAction, useList } from "../../../api/queries.js";
import { Badge } from "../../../ui/feedback/badge.js";
import { Button } from "../../../ui/actions/button.js";
import { Dialog, DialogButtons } from "../../../ui/overlays/dialog.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";
import { useTexts } from "../../../ui/forms/form.js";
import { Loaded } from "../../../ui/feedback/loaded.js";
import { SkeletonRows } from "../../../ui/feedback/skeleton.js";
import { useToast } from "../../../ui/feedback/toast.js";
import type { OwnerDialogProps } from "./owner-dialogs.js";
import { PersonField, personReference } from "./person-field.js";

/** Who else may change the item. */
export function CoAuthorsDialog({ type, item, onClose }: OwnerDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Co-authors of ${item.name}`}
      description="Co-authors can edit, release, rename, archive and delete the item. Only the owner can transfer it."
    >
      <CoAuthors type={type} item={item} />
      <AddCoAuthor type={type} item={item} />
      <DialogButtons>
        <Button onClick={onClose}>Done</Button>
      </DialogButtons>
    </Dialog>
  );
}

type OfItem = Pick<OwnerDialogProps, "type" | "item">;

function CoAuthors({ type, item }: OfItem) {
  const toast = useToast();
  const list = useList(`${type}.listCoAuthors`, { params: { id: item.id }, query: { limit: 200 } });
  const remove = useAction(`${type}.removeCoAuthor`, {
    refreshes: [`${type}.listCoAuthors`],
    onDone: () => toast.say("Co-author removed."),
  });
  return (
    <Loaded query={list} skeleton={<SkeletonRows rows={1} className="h-5" />}>
      {({ items }) => (
        <>
          {items.length === 0 && <p className="text-muted">No co-authors yet.</p>}
          <ul aria-label="Co-authors" className="flex flex-col divide-y divide-line">
            {items.map((person) => (
              <li key={person.id} className="flex items-center justify-between gap-2 py-1.5">
                <span className="min-w-0">
                  {person.username} <span className="text-sm text-muted">{person.email}</span>{" "}
                  {!person.is_active && <Badge tone="bad">Deactivated</Badge>}
                </span>
                <Button
                  variant="danger"
                  size="icon"
                  aria-label={`Remove ${person.username}`}
                  busy={remove.isPending}
                  onClick={() => remove.mutate({ params: { id: item.id, user_id: person.id } })}
                >
                  <UserMinus size={14} aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
          {remove.error && <ErrorBox problem={remove.error} />}
        </>
      )}
    </Loaded>
  );
}

function AddCoAuthor({ type, item }: OfItem) {
  const toast = useToast();
  const { values, bind, set } = useTexts({ who: "" });
  const add = useAction(`${type}.addCoAuthor`, {
    refreshes: [`${type}.listCoAuthors`],
    onDone: ({ username }) => {
      toast.say(`Added ${username} as a co-author.`);
      set({ who: "" });
    },
  });
  return (
    <form
      className="flex flex-col gap-2 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate({ params: { id: item.id }, body: personReference(values.who) });
      }}
    >
      <PersonField label="Email or username" who={values.who} bound={bind("who")} problem={add.error} />
      {add.error && <ErrorBox problem={add.error} />}
      <Button type="submit" className="self-start" busy={add.isPending}>
        <UserPlus size={14} aria-hidden="true" /> Add
      </Button>
    </form>
  );
}
