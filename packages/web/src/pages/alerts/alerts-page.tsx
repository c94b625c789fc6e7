import { Link } from "@tanstack/react-router";
import type { AlertRule } from "@tackroom/contract";
import { BellRing, Plus } from "lucide-react";
import { useList } from "../../api/queries.js";
import { mayActAs, useUser } from "../../api/session.js";
import { ButtonLink } from "../../ui/actions/button.js";
import { Pagination } from "../../ui/data/pagination.js";
import { Table, type Column } from "../../ui/data/table.js";
import { Time } from "../../ui/data/time.js";
import { Badge } from "../../ui/feedback/badge.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { useAddressFilters } from "../../ui/forms/address-filters.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { Page } from "../../ui/layout/page.js";
import { nameIn, usePeople, type Names } from "../sessions/names.js";
import { sentenceOf, stateOf, valueText } from "./alert-words.js";

const PAGE = 50;
/** Rules are evaluated every minute. */
const REFRESH_MS = 30_000;

export function AlertsPage() {
  const { offset, turnTo } = useAddressFilters([]);
  const isAdmin = mayActAs(useUser(), "admin");
  const people = usePeople();
  const alerts = useList(
    "listAlerts",
    { query: { limit: PAGE, offset } },
    { keepsPrevious: true, refetchEveryMs: REFRESH_MS },
  );
  return (
    <Page
      title="Alerts"
      intro={
        isAdmin
          ? "Rules of all users. Each watches a metric of the sessions that its owner can see."
          : "Rules that watch your sessions, and call a webhook when something is wrong."
      }
      actions={<NewAlert />}
    >
      <Loaded query={alerts} waits={!people.settled}>
        {({ items, total }) =>
          total === 0 ? (
            <EmptyState icon={BellRing} title="No alerts yet" action={<NewAlert />}>
              An alert tells you when tool calls fail, get slow, or use more tokens or money than you expect. While you
              write one, you see how often it would have fired.
            </EmptyState>
          ) : (
            <>
              <Table caption="Alerts" columns={columnsFor(isAdmin, people)} rows={items} rowKey={({ id }) => id} />
              <Pagination offset={offset} limit={PAGE} total={total} onChange={turnTo} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

const NewAlert = () => (
  <ButtonLink variant="primary" to="/alerts/new">
    <Plus size={14} aria-hidden="true" /> New alert
  </ButtonLink>
);

function columnsFor(isAdmin: boolean, people: Names): readonly Column<AlertRule>[] {
  const owner: Column<AlertRule> = {
    key: "owner",
    header: "Owner",
    secondary: true,
    cell: ({ created_by: by }) => <bdi>{by === null ? "deleted user" : nameIn(people, by)}</bdi>,
  };
  return [
    {
      key: "name",
      header: "Alert",
      cell: (rule) => (
        <>
          <Link
            to="/alerts/$id"
            params={{ id: rule.id }}
            className="font-medium text-accent underline underline-offset-2"
          >
            <bdi>{rule.name}</bdi>
          </Link>
          <p className="text-sm text-muted wrap-anywhere">{sentenceOf(rule)}</p>
        </>
      ),
    },
    { key: "state", header: "State", cell: (rule) => <AlertBadge rule={rule} /> },
    {
      key: "value",
      header: "Last value",
      numeric: true,
      secondary: true,
      cell: ({ metric, last_value: value }) => valueText(metric, value),
    },
    {
      key: "fired",
      header: "Last fired",
      secondary: true,
      cell: ({ last_triggered: at }) => (at === null ? "never" : <Time at={at} />),
    },
    ...(isAdmin ? [owner] : []),
  ];
}

export function AlertBadge({ rule }: { readonly rule: Pick<AlertRule, "state" | "status"> }) {
  const { label, tone } = stateOf(rule);
  return <Badge tone={tone}>{label}</Badge>;
}
