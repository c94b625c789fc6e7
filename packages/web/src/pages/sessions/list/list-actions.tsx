import { MAX_SESSION_VIEW_NAME } from "@tackroom/contract/session-view-limits";
import { Bookmark, Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { useAction } from "../../../api/queries.js";
import { Button } from "../../../ui/actions/button.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";
import { Field, Input } from "../../../ui/forms/field.js";
import { saveFile } from "../../../ui/forms/save-file.js";
import { FormDialog } from "../../../ui/overlays/form-dialog.js";
import { Menu } from "../../../ui/overlays/menu.js";
import type { SessionQuery } from "./session-views.js";

const FORMATS = {
  csv: { label: "CSV", type: "text/csv" },
  jsonl: { label: "JSON Lines", type: "application/x-ndjson" },
} as const;
type Format = keyof typeof FORMATS;

/** Saves all sessions that match the filters, in the order of the list. A plain link could not send the access token. */
export function ExportMenu({ query }: { readonly query: SessionQuery }) {
  const download = useAction("exportSessions", {
    onDone: (reply, { query: asked }) => {
      const format = asked?.format ?? "csv";
      // The streamed response is already text here; an export without sessions may be empty.
      saveFile(`sessions.${format}`, (reply as unknown as string | undefined) ?? "", FORMATS[format].type);
    },
  });
  const save = (format: Format): void => download.mutate({ query: { ...query, format } });
  return (
    <>
      <Menu
        heading="What the filters show, up to 10,000 sessions"
        trigger={
          <Button busy={download.isPending}>
            <Download size={14} aria-hidden="true" /> Export
          </Button>
        }
        entries={(Object.keys(FORMATS) as Format[]).map((format) => ({
          label: FORMATS[format].label,
          onSelect: () => save(format),
        }))}
      />
      {download.error && <ErrorBox problem={download.error} />}
    </>
  );
}

interface ViewActionsProps {
  /** The saved view that is shown. */
  readonly saved: string | undefined;
  readonly onSave: (name: string) => void;
  readonly onRemove: (name: string) => void;
}

/** Saves the filters as a view, or removes the saved view that is shown. */
export function ViewActions({ saved, onSave, onRemove }: ViewActionsProps) {
  const [isNaming, setIsNaming] = useState(false);
  if (saved !== undefined) {
    return (
      <Button onClick={() => onRemove(saved)}>
        <Trash2 size={14} aria-hidden="true" /> Delete view
      </Button>
    );
  }
  return (
    <>
      <Button onClick={() => setIsNaming(true)}>
        <Bookmark size={14} aria-hidden="true" /> Save view
      </Button>
      {isNaming && <NameDialog onSave={onSave} onClose={() => setIsNaming(false)} />}
    </>
  );
}

function NameDialog({ onSave, onClose }: { readonly onSave: (name: string) => void; readonly onClose: () => void }) {
  const [name, setName] = useState("");
  const submit = (): void => {
    if (name.trim() === "") return;
    onSave(name.trim());
    onClose();
  };
  return (
    <FormDialog
      title="Save view"
      description="The filters and the order get a tab of their own. Only you see it."
      action="Save"
      busy={false}
      problem={null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Name">
        {(ids) => (
          <Input
            {...ids}
            required
            maxLength={MAX_SESSION_VIEW_NAME}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
