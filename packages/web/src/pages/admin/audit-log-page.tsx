import type { QueryOf, ReplyOf } from "@tackroom/contract/calls";
import { ScrollText } from "lucide-react";
import { useState } from "react";
import type { ElementOf } from "../../api/client.js";
import { useList } from "../../api/queries.js";
import { useAddressFilters } from "../../ui/forms/address-filters.js";
import { Badge, type Tone } from "../../ui/feedback/badge.js";
import { Breakable } from "../../ui/text/breakable.js";
import { Button } from "../../ui/actions/button.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { Pagination } from "../../ui/data/pagination.js";
import { Table, type Column } from "../../ui/data/table.js";
import { AdminFrame } from "./admin-frame.js";
import { detailSummary } from "./audit-detail.js";
import { AuditEventDialog } from "./audit-event-dialog.js";
import { AuditExport } from "./audit-export.js";
import { AUDIT_FILTERS, AuditFilters } from "./audit-filters.js";
import { AuditVerification } from "./audit-verification.js";

type AuditEvent = ElementOf<ReplyOf<"listAuditLog">>;

const PAGE = 50;

export const AuditLogPage = () => (
  <AdminFrame
    title="Audit log"
    intro="Every action, who performed it, and its outcome. Records are hash-chained and never expire."
  >
    <AuditLog />
  </AdminFrame>
);

const TONES: Readonly<Record<AuditEvent["outcome"], Tone>> = {
  success: "good",
  denied: "bad",
  error: "bad",
  not_found: "warn",
  client_error: "warn",
};

const Actor = ({ event }: { readonly event: AuditEvent }) => (
  <Breakable text={event.actor_email ?? event.actor_id ?? "anonymous"} />
);

const COLUMNS: readonly Column<AuditEvent>[] = [
  {
    key: "when",
    header: (
      <>
        Time <span className="md:hidden">and user</span>
      </>
    ),
    className: "min-w-35",
    cell: (event) => (
      <>
        <time dateTime={event.timestamp} className="text-sm tabular-nums md:whitespace-nowrap">
          {new Date(event.timestamp).toLocaleString()}
        </time>
        {/* Narrow screens have no room for a separate column. */}
        <span className="block text-sm wrap-anywhere md:hidden">
          <Actor event={event} />
        </span>
      </>
    ),
  },
  {
    key: "who",
    header: "User",
    secondary: true,
    // A long resource name must not take space from the user column.
    className: "md:min-w-48",
    cell: (event) => (
      <span className="wrap-anywhere">
        <Actor event={event} />
      </span>
    ),
  },
  {
    key: "what",
    header: "Action",
    className: "md:min-w-44",
    cell: ({ action, outcome }) => (
      <span className="flex flex-wrap items-center gap-1">
        <code className="font-mono text-sm wrap-anywhere">
          <Breakable text={action} />
        </code>
        {outcome !== "success" && <Badge tone={TONES[outcome]}>{outcome.replace("_", " ")}</Badge>}
      </span>
    ),
  },
  {
    key: "resource",
    header: "Resource",
    secondary: true,
    cell: (event) => (
      <>
        <span className="break-all">
          {event.resource_name ?? event.resource_id ?? event.resource_type?.replace("_", " ") ?? "—"}
        </span>
        {/* The full text is in the details. */}
        <span className="line-clamp-2 text-sm break-all text-muted">{detailSummary(event.detail)}</span>
      </>
    ),
  },
  { key: "source", header: "Source", secondary: true, cell: ({ source }) => source },
];

function AuditLog() {
  const filters = useAddressFilters(AUDIT_FILTERS);
  const [shown, setShown] = useState<AuditEvent>();
  const chosen = filters.values as QueryOf<"listAuditLog">;
  const events = useList(
    "listAuditLog",
    { query: { ...chosen, limit: PAGE, offset: filters.offset } },
    { keepsPrevious: true },
  );
  const details: Column<AuditEvent> = {
    key: "details",
    header: <span className="sr-only">Details</span>,
    className: "text-right",
    cell: (event) => (
      <Button size="small" variant="quiet" className="max-sm:px-0" onClick={() => setShown(event)}>
        Details <span className="sr-only">of {event.action}</span>
      </Button>
    ),
  };
  return (
    <>
      <AuditVerification />
      <AuditFilters key={JSON.stringify(filters.values)} filters={filters} />
      <AuditExport filters={chosen} />
      <Loaded query={events}>
        {({ items, total }) => (
          <>
            {items.length === 0 ? (
              <EmptyState
                icon={ScrollText}
                title="No records"
                action={<Button onClick={filters.clear}>Show all records</Button>}
              >
                No records match these filters.
              </EmptyState>
            ) : (
              <Table
                caption="Audit log"
                columns={[...COLUMNS, details]}
                rows={items}
                rowKey={({ event_id: id }) => id}
              />
            )}
            <Pagination offset={filters.offset} limit={PAGE} total={total} onChange={filters.turnTo} />
          </>
        )}
      </Loaded>
      {shown && <AuditEventDialog event={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
