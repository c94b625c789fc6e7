import type { QueryOf } from "@tackroom/contract/calls";
import { ScrollText } from "lucide-react";
import { useState } from "react";
import { useList } from "../../../api/queries.js";
import { Button } from "../../../ui/actions/button.js";
import { Pagination } from "../../../ui/data/pagination.js";
import { Loaded } from "../../../ui/feedback/loaded.js";
import { useAddressFilters, type AddressFilters } from "../../../ui/forms/address-filters.js";
import { Segmented } from "../../../ui/forms/segmented.js";
import { EmptyState } from "../../../ui/layout/empty-state.js";
import { AdminFrame } from "../admin-frame.js";
import { AuditEventDialog } from "./audit-event-dialog.js";
import { AuditExport } from "./audit-export.js";
import { AUDIT_FILTERS, AuditFilters } from "./audit-filters.js";
import { AuditRows, type AuditRecord } from "./audit-rows.js";
import { AuditVerification } from "./audit-verification.js";

type Query = QueryOf<"listAuditLog">;

const PAGE = 50;

export const AuditLogPage = () => (
  <AdminFrame
    title="Audit log"
    intro="Every action, who performed it, and its outcome. Records are hash-chained and never expire."
  >
    <AuditLog />
  </AdminFrame>
);

function AuditLog() {
  const filters = useAddressFilters([...AUDIT_FILTERS, "reads"]);
  const [shown, setShown] = useState<AuditRecord>();
  const chosen = queryOf(filters);
  const events = useList(
    "listAuditLog",
    { query: { ...chosen, limit: PAGE, offset: filters.offset } },
    { keepsPrevious: true },
  );
  return (
    <>
      <AuditFilters key={JSON.stringify(filters.values)} filters={filters} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Reads filters={filters} />
        <AuditExport filters={chosen} />
      </div>
      <Loaded query={events}>
        {({ items, total }) => (
          <>
            {items.length === 0 ? (
              <EmptyState
                icon={ScrollText}
                title="No records"
                action={<Button onClick={filters.clear}>Clear all filters</Button>}
              >
                No records match these filters.
              </EmptyState>
            ) : (
              <AuditRows records={items} onOpen={setShown} />
            )}
            <Pagination offset={filters.offset} limit={PAGE} total={total} onChange={filters.turnTo} />
          </>
        )}
      </Loaded>
      {/* After the records, which would push it down. */}
      {!events.isPending && <AuditVerification />}
      {shown && <AuditEventDialog event={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

/** A filter by action or request is meant for these records, even if they are reads. */
const readsAreChosen = ({ values }: AddressFilters): boolean =>
  values["action"] !== undefined || values["request_id"] !== undefined;

function queryOf(filters: AddressFilters): Query {
  const { reads, ...named } = filters.values;
  const isShown = reads === "shown" || readsAreChosen(filters);
  return { ...(named as Query), ...(isShown ? {} : { reads: "hidden" }) };
}

function Reads({ filters }: { readonly filters: AddressFilters }) {
  if (readsAreChosen(filters)) return <span />;
  return (
    <Segmented
      label="Records"
      segments={[
        { value: "hidden", label: "Changes" },
        { value: "shown", label: "Changes and reads" },
      ]}
      value={filters.values["reads"] === "shown" ? "shown" : "hidden"}
      onChange={(reads) => filters.set({ reads: reads === "shown" ? "shown" : undefined })}
    />
  );
}
