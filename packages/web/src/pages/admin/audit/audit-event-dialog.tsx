import type { ReplyOf } from "@tackroom/contract/calls";
import type { ElementOf } from "../../../api/client.js";
import { Dialog } from "../../../ui/overlays/dialog.js";
import { detailLines } from "./audit-detail.js";

interface AuditEventDialogProps {
  readonly event: ElementOf<ReplyOf<"listAuditLog">>;
  readonly onClose: () => void;
}

const Detail = ({ detail }: { readonly detail: string }) =>
  detailLines(detail).map(({ name, text }) => (
    <span key={name} className="block">
      {name !== "" && <span className="text-muted">{name}: </span>}
      {text}
    </span>
  ));

/** All fields of a record, with the same names as in exports. */
export const AuditEventDialog = ({ event, onClose }: AuditEventDialogProps) => (
  <Dialog open onOpenChange={(open) => !open && onClose()} title={event.action} className="max-w-2xl">
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_1fr]">
      {Object.entries(event)
        .filter(([, value]) => value !== null && value !== "")
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="mb-1 font-mono text-sm break-all whitespace-pre-wrap sm:mb-0">
              {name === "detail" ? <Detail detail={String(value)} /> : String(value)}
            </dd>
          </div>
        ))}
    </dl>
  </Dialog>
);
