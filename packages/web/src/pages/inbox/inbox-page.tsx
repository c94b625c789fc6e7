import { Link } from "@tanstack/react-router";
import type { ReplyOf } from "@tackroom/contract/calls";
import { CheckCheck, Inbox as InboxIcon } from "lucide-react";
import { useUnreadCount } from "../../api/inbox.js";
import { useAction, useCall } from "../../api/queries.js";
import { Button } from "../../ui/actions/button.js";
import { Badge } from "../../ui/feedback/badge.js";
import { Pagination } from "../../ui/data/pagination.js";
import { Time } from "../../ui/data/time.js";
import { ErrorBox } from "../../ui/feedback/error-box.js";
import { Loaded } from "../../ui/feedback/loaded.js";
import { useAddressFilters } from "../../ui/forms/address-filters.js";
import { Card } from "../../ui/layout/card.js";
import { EmptyState } from "../../ui/layout/empty-state.js";
import { Page } from "../../ui/layout/page.js";
import { Tabs } from "../../ui/layout/tabs.js";

type Entry = ReplyOf<"listInbox">["items"][number];

const PAGE = 50;

export function InboxPage() {
  const filters = useAddressFilters(["show"]);
  const showsUnread = filters.values["show"] === "unread";
  const unreadCount = useUnreadCount();
  const mark = useAction("markInboxRead", { refreshes: ["listInbox"] });
  const entries = (unread: boolean) => (
    <Entries
      unread={unread}
      offset={filters.offset}
      onTurn={filters.turnTo}
      onRead={(id) => mark.mutate({ body: { ids: [id] } })}
    />
  );
  return (
    <Page
      title="Inbox"
      intro="Decisions about what you submitted, alerts that fired and warnings of budgets, of the last 90 days."
      actions={
        <Button busy={mark.isPending} disabled={unreadCount === 0} onClick={() => mark.mutate({ body: { all: true } })}>
          <CheckCheck size={14} aria-hidden="true" /> Mark all as read
        </Button>
      }
    >
      {mark.error && <ErrorBox problem={mark.error} />}
      <Tabs
        label="Notifications"
        value={showsUnread ? "unread" : "all"}
        onChange={(show) => filters.set({ show: show === "unread" ? "unread" : "" })}
        tabs={[
          { value: "all", label: "All", content: entries(false) },
          { value: "unread", label: "Unread", content: entries(true) },
        ]}
      />
    </Page>
  );
}

interface EntriesProps {
  readonly unread: boolean;
  readonly offset: number;
  readonly onTurn: (offset: number) => void;
  readonly onRead: (id: string) => void;
}

function Entries({ unread, offset, onTurn, onRead }: EntriesProps) {
  const inbox = useCall("listInbox", { query: { unread, limit: PAGE, offset } }, { keepsPrevious: true, fresh: true });
  return (
    <Loaded query={inbox}>
      {({ items, total }) => (
        <div className="flex flex-col gap-4">
          {items.length === 0 ? (
            <EmptyState icon={InboxIcon} title={unread ? "Nothing unread" : "Nothing here yet"}>
              Reviews of your submissions, alerts and budgets report here.
            </EmptyState>
          ) : (
            <ul aria-label="Notifications" className="flex flex-col gap-2">
              {items.map((entry) => (
                <li key={entry.id}>
                  <EntryCard entry={entry} onRead={() => onRead(entry.id)} />
                </li>
              ))}
            </ul>
          )}
          <Pagination offset={offset} limit={PAGE} total={total} onChange={onTurn} />
        </div>
      )}
    </Loaded>
  );
}

function EntryCard({ entry, onRead }: { readonly entry: Entry; readonly onRead: () => void }) {
  const isUnread = entry.read_at === null;
  return (
    <Card className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <Link
            to={entry.path}
            className="font-medium break-words text-accent hover:underline"
            onClick={() => isUnread && onRead()}
          >
            {entry.title}
          </Link>
          {isUnread && <Badge tone="accent">new</Badge>}
        </p>
        <p className="break-words">{entry.text}</p>
        <p className="text-sm text-muted">
          <Time at={entry.created_at} />
        </p>
      </div>
      {isUnread && (
        <Button size="small" aria-label={`Mark as read: ${entry.title}`} onClick={onRead}>
          Mark as read
        </Button>
      )}
    </Card>
  );
}
