import type { QueryOf } from "@tackroom/contract/calls";
import { Download } from "lucide-react";
import { useAction } from "../../../api/queries.js";
import { Button } from "../../../ui/actions/button.js";
import { ErrorBox } from "../../../ui/feedback/error-box.js";
import { saveFile } from "../../../ui/forms/save-file.js";

type Format = NonNullable<QueryOf<"exportAuditLog">["format"]>;

const FORMATS: Readonly<Record<Format, { readonly label: string; readonly type: string }>> = {
  csv: { label: "Export as CSV", type: "text/csv" },
  jsonl: { label: "Export as JSON Lines", type: "application/x-ndjson" },
  json: { label: "Export as JSON", type: "application/json" },
};

/** Exports all records that match the filters as a file. A plain link could not send the access token. */
export function AuditExport({ filters }: { readonly filters: QueryOf<"exportAuditLog"> }) {
  const download = useAction("exportAuditLog", {
    refreshes: ["listAuditLog"],
    onDone: (reply, { query }) => {
      const format = query?.format ?? "csv";
      // The streamed response is already text here; an export without records is empty.
      const text = (reply as unknown as string | undefined) ?? "";
      saveFile(`audit-log.${format}`, text, FORMATS[format].type);
    },
  });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {(Object.keys(FORMATS) as Format[]).map((format) => (
          <Button
            key={format}
            size="small"
            busy={download.isPending}
            onClick={() => download.mutate({ query: { ...filters, format } })}
          >
            <Download size={14} aria-hidden="true" /> {FORMATS[format].label}
          </Button>
        ))}
      </div>
      {download.error && <ErrorBox problem={download.error} />}
    </div>
  );
}
