import { Power, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import type { ItemDetail, ItemOf } from "../../../../api/kinds.js";
import { useAction } from "../../../../api/queries.js";
import { Button } from "../../../../ui/actions/button.js";
import { useToast } from "../../../../ui/feedback/toast.js";
import { Section } from "../../../../ui/layout/card.js";
import { Confirmation } from "../../../../ui/overlays/confirmation.js";
import { FormDialog } from "../../../../ui/overlays/form-dialog.js";
import { Facts } from "../item-body.js";
import { SyncFields } from "./sync-fields.js";
import { bodyOf, choiceOf, HOST_NAMES, triggersOf, type Sync } from "./sync-words.js";

interface SyncSettingsProps {
  readonly item: ItemDetail;
  readonly sync: Sync;
  readonly onNewSecret: (secret: string) => void;
}

export function SyncSettings({ item, sync, onNewSecret }: SyncSettingsProps) {
  const [open, setOpen] = useState<"change" | "disable">();
  const close = (): void => setOpen(undefined);
  const actions = (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setOpen("change")}>
        <SlidersHorizontal size={14} aria-hidden="true" /> Change settings
      </Button>
      <Button variant="danger" onClick={() => setOpen("disable")}>
        <Power size={14} aria-hidden="true" /> Turn off
      </Button>
    </div>
  );
  return (
    <Section title="Settings" actions={actions}>
      <Facts
        facts={{
          Repository: <code className="font-mono text-sm wrap-anywhere">{(item as ItemOf<"mcps">).git_url}</code>,
          "Publishes on": triggersOf(sync),
          "Tracked branch": sync.branch === null ? "the default branch" : <code>{sync.branch}</code>,
          "Repository host": `${HOST_NAMES[sync.provider]}${sync.repository_host === null ? ", detected" : ""}`,
        }}
      />
      {open === "change" && <ChangeDialog {...{ item, sync, onNewSecret }} onClose={close} />}
      {open === "disable" && <DisableDialog item={item} onClose={close} />}
    </Section>
  );
}

function ChangeDialog({ item, sync, onNewSecret, onClose }: SyncSettingsProps & { readonly onClose: () => void }) {
  const [choice, setChoice] = useState(choiceOf(sync));
  const toast = useToast();
  const change = useAction("putSync", {
    refreshes: ["getSync"],
    onDone: ({ secret }) => {
      if (secret !== undefined) onNewSecret(secret);
      toast.say(secret === undefined ? "Settings saved." : "Settings saved. The webhook URL and secret have changed.");
      onClose();
    },
  });
  return (
    <FormDialog
      title="Change git sync"
      action="Save"
      busy={change.isPending}
      problem={change.error}
      onSubmit={() => change.mutate({ params: { id: item.id }, body: bodyOf(choice) })}
      onClose={onClose}
    >
      <SyncFields
        choice={choice}
        onChange={setChoice}
        problem={change.error}
        hostHint="Another host means another webhook URL and a new secret."
      />
    </FormDialog>
  );
}

function DisableDialog({ item, onClose }: { readonly item: ItemDetail; readonly onClose: () => void }) {
  const toast = useToast();
  const disable = useAction("disableSync", {
    refreshes: ["getSync", "listSyncRuns"],
    onDone: () => {
      toast.say("Git sync is off.");
      onClose();
    },
  });
  return (
    <Confirmation
      title="Turn off git sync?"
      description="The webhook URL and its secret stop working permanently. Published versions stay. If you turn it on again, the repository needs a new webhook."
      action="Turn off"
      busy={disable.isPending}
      problem={disable.error}
      onConfirm={() => disable.mutate({ params: { id: item.id } })}
      onClose={onClose}
    />
  );
}
