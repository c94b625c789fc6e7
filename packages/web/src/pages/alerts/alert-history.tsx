import type { AlertFiring, AlertRule } from "@tackroom/contract";
import { History } from "lucide-react";
import { useState } from "react";
import { useList } from "../../api/queries.js";
import { Pagination } from "../../ui/data/pagination.js";
import { Table, type Column } from "../../ui/data/table.js";
import { Time } from "../../ui/data/time.js";
import { Badge } from "../../ui/feedback/badge.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { SkeletonRows } from "../../ui/feedback/skeleton.js";
import { Section } from "../../ui/layout/card.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { DELIVERY_TONES, METRIC_WORDS, timesText, valueText } from "./alert-words.js";

const PAGE = 20;
const REFRESH_MS = 15_000;

export function AlertHistory({ rule }: { readonly rule: AlertRule }) {
  const [offset, setOffset] = useState(0);
  const firings = useList(
    "listAlertHistory",
    { params: { id: rule.id }, query: { limit: PAGE, offset } },
    { keepsPrevious: true, fresh: true, refetchEveryMs: REFRESH_MS },
  );
  return (
    <Section title="History">
      <Loaded query={firings} skeleton={<SkeletonRows rows={3} />}>
        {({ items, total }) => (
          <>
            {total === 0 ? (
              <EmptyState icon={History} title="Has not fired yet">
                Each time the rule fires or its webhook is tested is listed here.
              </EmptyState>
            ) : (
              <Table caption="History" columns={columnsOf(rule)} rows={items} rowKey={({ id }) => id} />
            )}
            <Pagination offset={offset} limit={PAGE} total={total} onChange={setOffset} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

const columnsOf = ({ metric, webhook_url }: AlertRule): readonly Column<AlertFiring>[] => [
  {
    key: "fired",
    header: "Fired",
    cell: ({ fired_at: at, test }) => (
      <span className="flex flex-wrap items-center gap-x-2">
        <Time at={at} /> {test && <Badge tone="info">Test</Badge>}
      </span>
    ),
  },
  {
    key: "value",
    header: METRIC_WORDS[metric].name,
    numeric: true,
    cell: ({ metric_value: value, condition, threshold }) => (
      <>
        {valueText(metric, value)}
        <span className="block text-sm text-muted">
          {condition} {valueText(metric, threshold)}
        </span>
      </>
    ),
  },
  {
    key: "recovered",
    header: "Recovered",
    secondary: true,
    cell: (firing) => <Recovery firing={firing} />,
  },
  {
    key: "delivery",
    header: "Webhook",
    className: "wrap-anywhere",
    cell: (firing) => <Delivery firing={firing} hasWebhook={webhook_url !== ""} />,
  },
];

function Recovery({ firing }: { readonly firing: AlertFiring }) {
  const { recovered_at: at, test, recovery_delivery_status: status, recovery_error: error } = firing;
  if (at === null) return test ? null : <>not yet</>;
  return (
    <>
      <Time at={at} />
      {status !== null && (
        <p>
          <Badge tone={DELIVERY_TONES[status]}>{status}</Badge>
        </p>
      )}
      {error !== null && <p className="text-sm wrap-anywhere">{error}</p>}
    </>
  );
}

function Delivery({ firing, hasWebhook }: { readonly firing: AlertFiring; readonly hasWebhook: boolean }) {
  const { delivery_status: status, attempts, response_code: code, error } = firing;
  // Without a webhook nothing is sent, and the firing counts as delivered.
  if (!hasWebhook && attempts === 0) return <span className="text-muted">none</span>;
  return (
    <>
      <Badge tone={DELIVERY_TONES[status]}>{status}</Badge>
      <p className="text-sm text-muted">
        {[attempts > 0 ? `tried ${timesText(attempts)}` : "", code === null ? "" : `HTTP ${code}`]
          .filter(Boolean)
          .join(", ")}
      </p>
      {error !== null && <p className="text-sm">{error}</p>}
    </>
  );
}
