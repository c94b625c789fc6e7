import { History } from "lucide-react";
import { useState } from "react";
import type { ItemDetail } from "../../../../api/kinds.js";
import { useList } from "../../../../api/queries.js";
import { Pagination } from "../../../../ui/data/pagination.js";
import { Table, type Column } from "../../../../ui/data/table.js";
import { Time } from "../../../../ui/data/time.js";
import { Badge } from "../../../../ui/feedback/badge.js";
import { Loaded } from "../../../../ui/feedback/loaded.js";
import { SkeletonRows } from "../../../../ui/feedback/skeleton.js";
import { Section } from "../../../../ui/layout/card.js";
import { EmptyState } from "../../../../ui/layout/empty-state.js";
import { shortCommit, STATUS_TONES, type SyncRun } from "./sync-words.js";
import { VersionLink } from "./version-link.js";

const PAGE = 20;

const COLUMNS: readonly Column<SyncRun>[] = [
  { key: "when", header: "When", secondary: true, cell: ({ queued_at: at }) => <Time at={at} /> },
  {
    key: "trigger",
    header: "Trigger",
    cell: ({ trigger, ref, queued_at: at }) => (
      <>
        {trigger}
        {ref !== null && <code className="block font-mono text-sm wrap-anywhere text-muted">{ref}</code>}
        <p className="text-sm text-muted md:hidden">
          <Time at={at} />
        </p>
      </>
    ),
  },
  {
    key: "status",
    header: "Status",
    // A long text without spaces must not push the other columns out of view.
    className: "wrap-anywhere",
    cell: ({ status, attempt, error }) => (
      <>
        <Badge tone={STATUS_TONES[status]}>{status}</Badge>
        {attempt > 1 && <span className="ml-2 text-sm text-muted">attempt {attempt}</span>}
        {error !== null && <p className="text-sm">{error}</p>}
      </>
    ),
  },
  {
    key: "version",
    header: "Version",
    cell: ({ version, sha }) => (
      <>
        {version !== null && <VersionLink version={version} />}
        {sha !== null && <code className="block font-mono text-sm text-muted">{shortCommit(sha)}</code>}
      </>
    ),
  },
];

interface RunHistoryProps {
  readonly item: ItemDetail;
  readonly refetchEveryMs: number;
}

export function RunHistory({ item, refetchEveryMs }: RunHistoryProps) {
  const [offset, setOffset] = useState(0);
  const runs = useList(
    "listSyncRuns",
    { params: { id: item.id }, query: { limit: PAGE, offset } },
    { keepsPrevious: true, fresh: true, refetchEveryMs },
  );
  return (
    <Section title="History">
      <Loaded query={runs} skeleton={<SkeletonRows rows={3} />}>
        {({ items, total }) => (
          <>
            {total === 0 ? (
              <EmptyState icon={History} title="Not synced yet">
                Each push or release that the repository reports is listed here. Run it now to see whether the
                repository can be fetched.
              </EmptyState>
            ) : (
              <Table caption="Syncs" columns={COLUMNS} rows={items} rowKey={({ id }) => id} />
            )}
            <Pagination offset={offset} limit={PAGE} total={total} onChange={setOffset} />
          </>
        )}
      </Loaded>
    </Section>
  );
}
