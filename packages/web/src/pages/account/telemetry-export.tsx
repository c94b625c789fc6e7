import { Download } from "lucide-react";
import { useAction } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { saveFile } from "../../ui/forms/save-file.js";

/** Everything that was recorded of the user, as a file. A plain link could not send the access token. */
export function TelemetryExport() {
  const download = useAction("exportTelemetry", {
    onDone: (reply) => {
      // The streamed response is already text here; an export without sessions is empty.
      const text = (reply as unknown as string | undefined) ?? "";
      saveFile("tackroom-telemetry.jsonl", text, "application/x-ndjson");
    },
  });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          Your sessions with their lines as they were sent, the hook events and calls that your tools reported, and the
          ratings you have given, as JSON lines. Lines may contain secrets. For more than a few hundred megabytes, run{" "}
          <code className="font-mono">tack telemetry export</code>.
        </p>
        <Button busy={download.isPending} onClick={() => download.mutate({})}>
          <Download size={14} aria-hidden="true" /> Export telemetry
        </Button>
      </div>
      {download.error && <ErrorBox problem={download.error} />}
    </div>
  );
}
