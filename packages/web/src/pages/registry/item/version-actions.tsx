import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { itemCalls, type ItemDetail, type ItemType, type ItemVersion } from "../../../api/kinds.js";
import { useAction } from "../../../api/queries.js";
import { Button } from "../../../ui/actions/button.js";
import { Confirmation } from "../../../ui/overlays/confirmation.js";
import { Field, TextArea } from "../../../ui/forms/field.js";
import { FormDialog } from "../../../ui/overlays/form-dialog.js";
import { problemWith, useTexts } from "../../../ui/forms/form.js";
import { Menu } from "../../../ui/overlays/menu.js";
import { useToast } from "../../../ui/feedback/toast.js";

type Mark = "deprecate" | "undeprecate" | "yank" | "unyank";

interface VersionActionsProps {
  readonly type: ItemType;
  readonly item: ItemDetail;
  readonly version: ItemVersion;
}

/** The marks that can be added to or removed from an approved version, whose content cannot be changed. */
export function VersionActions(props: VersionActionsProps) {
  const { version } = props;
  const [mark, setMark] = useState<Mark>();
  if (version.status !== "approved") return null;
  const close = (): void => setMark(undefined);
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" size="icon" aria-label={`Actions for ${version.version}`}>
            <Ellipsis size={16} aria-hidden="true" />
          </Button>
        }
        entries={[
          version.deprecated === null
            ? { label: "Deprecate", onSelect: () => setMark("deprecate") }
            : { label: "Undeprecate", onSelect: () => setMark("undeprecate") },
          version.yanked
            ? { label: "Unyank", onSelect: () => setMark("unyank") }
            : { label: "Yank", tone: "bad", onSelect: () => setMark("yank") },
        ]}
      />
      {(mark === "deprecate" || mark === "yank") && <ReasonDialog {...props} mark={mark} onClose={close} />}
      {(mark === "undeprecate" || mark === "unyank") && <UndoDialog {...props} mark={mark} onClose={close} />}
    </>
  );
}

interface MarkProps extends VersionActionsProps {
  readonly onClose: () => void;
}

function useMark({ type, version, onClose }: MarkProps, words: string) {
  const toast = useToast();
  return useAction(`${type}.updateVersion`, {
    refreshes: [`${type}.listVersions`, ...itemCalls(type)],
    onDone: () => {
      onClose();
      toast.say(`${version.version} ${words}`);
    },
  });
}

const REASONED = {
  deprecate: {
    verb: "Deprecate",
    description: "It can still be installed, with this message as a warning.",
    label: "Reason or replacement",
    field: "deprecated",
    done: "is deprecated.",
  },
  yank: {
    verb: "Yank",
    description:
      "It is no longer listed and cannot be newly installed. Lockfiles that pin it can still install it, with a warning.",
    label: "Reason",
    field: "reason",
    done: "is yanked.",
  },
} as const;

function ReasonDialog({ mark, ...props }: MarkProps & { readonly mark: keyof typeof REASONED }) {
  const { item, version, onClose } = props;
  const { verb, description, label, field, done } = REASONED[mark];
  const { values, bind } = useTexts({ reason: "" });
  const update = useMark(props, done);
  const body = mark === "yank" ? { yanked: true, reason: values.reason } : { deprecated: values.reason };
  return (
    <FormDialog
      title={`${verb} ${item.name} ${version.version}?`}
      description={description}
      action={verb}
      busy={update.isPending}
      problem={update.error}
      onSubmit={() => update.mutate({ params: { id: item.id, v: version.version }, body })}
      onClose={onClose}
    >
      <Field label={label} problem={problemWith(update.error, field)}>
        {(ids) => <TextArea {...ids} {...bind("reason")} required maxLength={2000} rows={3} />}
      </Field>
    </FormDialog>
  );
}

const UNDONE = {
  undeprecate: {
    title: "Undeprecate",
    description: "Installs no longer show a warning.",
    body: { deprecated: null },
    done: "is no longer deprecated.",
  },
  unyank: {
    title: "Unyank",
    description: "It is listed again and can become the latest version.",
    body: { yanked: false },
    done: "can be installed again.",
  },
} as const;

function UndoDialog({ mark, ...props }: MarkProps & { readonly mark: keyof typeof UNDONE }) {
  const { item, version, onClose } = props;
  const { title, description, body, done } = UNDONE[mark];
  const update = useMark(props, done);
  return (
    <Confirmation
      title={`${title} ${item.name} ${version.version}?`}
      description={description}
      action={title}
      busy={update.isPending}
      problem={update.error}
      onConfirm={() => update.mutate({ params: { id: item.id, v: version.version }, body })}
      onClose={onClose}
    />
  );
}
