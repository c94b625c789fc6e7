import type { ReplyOf } from "@tackroom/contract/calls";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { useAction } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { Dialog, DialogButtons } from "../../ui/overlays/dialog.js";
import { Field, Input } from "../../ui/forms/field.js";
import { FormDialog } from "../../ui/overlays/form-dialog.js";
import { problemWith } from "../../ui/forms/form.js";

/** Enough for 10,000 users with the longest emails and departments, which is the server's limit. */
const MAX_FILE_SIZE = 5 * 1024 * 1024;

export function DepartmentUploadDialog({ onClose }: { readonly onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const [unreadable, setUnreadable] = useState<string>();
  const upload = useAction("bulkDepartment", { refreshes: ["listUsers", "listAuditLog"] });
  if (upload.data) return <DepartmentReport report={upload.data} onClose={onClose} />;

  const submit = async (): Promise<void> => {
    if (!file) return setUnreadable("Choose a file first.");
    if (file.size > MAX_FILE_SIZE)
      return setUnreadable("The file is too large (max 5 MB). Split it into several files.");
    try {
      upload.mutate({ body: { file: await file.text() } });
      return setUnreadable(undefined);
    } catch {
      return setUnreadable("The file can no longer be read. Choose it again.");
    }
  };
  return (
    <FormDialog
      title="Upload departments"
      description="A CSV file with the header email,department. An empty department clears it; users who are not in the file keep theirs."
      action="Upload"
      busy={upload.isPending}
      problem={upload.error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field label="CSV file" problem={unreadable ?? problemWith(upload.error, "file")}>
        {(ids) => (
          <Input
            {...ids}
            type="file"
            accept=".csv,text/csv"
            className="h-auto py-1.5"
            onChange={(event) => setFile(event.target.files?.[0])}
          />
        )}
      </Field>
    </FormDialog>
  );
}

interface DepartmentReportProps {
  readonly report: ReplyOf<"bulkDepartment">;
  readonly onClose: () => void;
}

const DepartmentReport = ({ report, onClose }: DepartmentReportProps) => (
  <Dialog open onOpenChange={(open) => !open && onClose()} title="Departments uploaded">
    <p role="status" className="flex items-center gap-2">
      <CircleCheck size={16} aria-hidden="true" className="text-good" />
      {report.updated === 1 ? "Updated 1 user." : `Updated ${report.updated.toLocaleString("en")} users.`}
    </p>
    <Emails title="No account found for" emails={report.not_found} />
    <Emails title="Not changed, because their role is above yours" emails={report.forbidden} />
    <DialogButtons>
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </DialogButtons>
  </Dialog>
);

function Emails({ title, emails }: { readonly title: string; readonly emails: readonly string[] }) {
  if (emails.length === 0) return null;
  return (
    <section>
      <h3>
        {title} ({emails.length.toLocaleString("en")})
      </h3>
      <ul
        tabIndex={0}
        aria-label={title}
        className="mt-1 max-h-48 overflow-y-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm"
      >
        {emails.map((email) => (
          <li key={email} className="break-all">
            {email}
          </li>
        ))}
      </ul>
    </section>
  );
}
