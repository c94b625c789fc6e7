import { Link } from "@tanstack/react-router";
import type { CanaryReport } from "@tackroom/contract";
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
import { BEHAVIOR_WORDS, POINT_WORDS, TYPE_WORDS } from "./canary-words.js";

const PAGE = 20;

/** What became of the canaries, also of deleted ones. */
export function CanaryReports({ item }: { readonly item: ItemDetail }) {
  const [offset, setOffset] = useState(0);
  const reports = useList(
    "listCanaryReports",
    { params: { agent_id: item.id }, query: { limit: PAGE, offset } },
    { keepsPrevious: true },
  );
  return (
    <Section title="Reports">
      <Loaded query={reports} skeleton={<SkeletonRows rows={3} />}>
        {({ items, total }) => (
          <>
            {items.length === 0 ? (
              <p className="text-muted">No reports yet. Each session of the agent adds one per canary.</p>
            ) : (
              <Table
                caption="Canary reports"
                columns={COLUMNS}
                rows={items}
                rowKey={({ trace_id, canary_id }) => `${trace_id} ${canary_id}`}
              />
            )}
            <Pagination offset={offset} limit={PAGE} total={total} onChange={setOffset} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

const COLUMNS: readonly Column<CanaryReport>[] = [
  {
    key: "session",
    header: "Session",
    className: "wrap-anywhere",
    cell: ({ session_id: id, line, detected_at: at }) => (
      <>
        <Link to="/sessions/$id" params={{ id }} className="font-medium text-accent underline underline-offset-2">
          {id}
        </Link>
        <p className="text-sm text-muted">
          {line !== null && <>line {line}, </>}
          <Time at={at} />
        </p>
      </>
    ),
  },
  {
    key: "behavior",
    header: "Behavior",
    cell: ({ agent_behavior: behavior, penalty_applied: penalty }) => (
      <>
        <Badge tone={BEHAVIOR_WORDS[behavior].tone}>{BEHAVIOR_WORDS[behavior].name}</Badge>
        <p className="text-sm whitespace-nowrap text-muted">{penalty === 0 ? "no penalty" : `penalty ${penalty}`}</p>
      </>
    ),
  },
  {
    key: "canary",
    header: "Canary",
    secondary: true,
    cell: ({ canary_type: type, injection_point: point }) =>
      `${TYPE_WORDS[type].name} in ${POINT_WORDS[point].name.toLowerCase()}`,
  },
  {
    key: "evidence",
    header: "Evidence",
    secondary: true,
    className: "wrap-anywhere",
    cell: ({ evidence }) =>
      evidence === null ? (
        <span className="text-muted">none</span>
      ) : (
        <q className="line-clamp-4 font-mono text-sm" dir="auto">
          {evidence}
        </q>
      ),
  },
];
