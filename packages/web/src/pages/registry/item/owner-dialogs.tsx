import { useNavigate } from "@tanstack/react-router";
import { itemCalls, type ItemDetail, type ItemType } from "../../../api/kinds.js";
import { useAction } from "../../../api/queries.js";
import { Confirmation } from "../../../ui/overlays/confirmation.js";
import { Field, Input } from "../../../ui/forms/field.js";
import { FormDialog } from "../../../ui/overlays/form-dialog.js";
import { problemWith, useTexts } from "../../../ui/forms/form.js";
import { useToast } from "../../../ui/feedback/toast.js";

export interface OwnerDialogProps {
  readonly type: ItemType;
  readonly item: ItemDetail;
  readonly onClose: () => void;
}

/** Navigates to the new URL first, before the queries of the old one are refetched. */
export function useMove(type: ItemType) {
  const navigate = useNavigate();
  return ({ namespace, slug }: Pick<ItemDetail, "namespace" | "slug">): Promise<void> =>
    navigate({ to: "/registry/$type/$namespace/$slug", params: { type, namespace, slug }, replace: true });
}

export function RenameDialog({ type, item, onClose }: OwnerDialogProps) {
  const { values, bind } = useTexts({ name: item.name });
  const toast = useToast();
  const move = useMove(type);
  const rename = useAction(`${type}.renameItem`, {
    refreshes: itemCalls(type),
    onDone: async (renamed) => {
      onClose();
      toast.say(`Renamed to ${renamed.name}.`);
      await move(renamed);
    },
  });
  return (
    <FormDialog
      title={`Rename ${item.qualified_name}`}
      description="The URL changes with the name. Previous names redirect to the new one, so existing references keep working."
      action="Rename"
      busy={rename.isPending}
      problem={rename.error}
      onSubmit={() => rename.mutate({ params: { id: item.id }, body: { name: values.name } })}
      onClose={onClose}
    >
      <Field label="New name" problem={problemWith(rename.error, "name")}>
        {(ids) => <Input {...ids} {...bind("name")} required maxLength={200} autoComplete="off" />}
      </Field>
    </FormDialog>
  );
}

export function DeleteDialog({ type, item, onClose }: OwnerDialogProps) {
  const navigate = useNavigate();
  const toast = useToast();
  const remove = useAction(`${type}.deleteItem`, {
    refreshes: itemCalls(type).slice(1),
    onDone: async () => {
      toast.say(`Deleted ${item.name}.`);
      await navigate({ to: "/registry" });
    },
  });
  return (
    <Confirmation
      title={`Delete ${item.qualified_name}?`}
      description="The item and its artifacts are permanently deleted for everyone, and it can no longer be installed. Its version numbers cannot be reused. To only hide it from the lists, archive it."
      action="Delete permanently"
      busy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate({ params: { id: item.id } })}
      onClose={onClose}
    />
  );
}
