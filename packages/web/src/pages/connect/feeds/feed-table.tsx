import type { ReplyOf } from "@tackroom/contract/calls";
import type { ElementOf } from "../../../api/client.js";
import { mayActAs, useUser } from "../../../api/session.js";
import { Button, ButtonLink } from "../../../ui/actions/button.js";
import { dayOf } from "../../../ui/data/days.js";
import { Table, type Column } from "../../../ui/data/table.js";
import { Time } from "../../../ui/data/time.js";
import { Badge } from "../../../ui/feedback/badge.js";
import { CONTENTS, surfaceName } from "./feed-words.js";

type Feed = ElementOf<ReplyOf<"listFeeds">>;

interface FeedTableProps {
  readonly feeds: readonly Feed[];
  readonly onRotate: (feed: Feed) => void;
  readonly onRevoke: (feed: Feed) => void;
}

export function FeedTable({ feeds, onRotate, onRevoke }: FeedTableProps) {
  const user = useUser();
  const isOthers = (feed: Feed): boolean => feed.created_by !== user.id;
  const columns: readonly Column<Feed>[] = [
    ...COLUMNS,
    ...(feeds.some(isOthers)
      ? [
          {
            key: "maker",
            header: "Made by",
            secondary: true,
            cell: (feed: Feed) => (isOthers(feed) ? <bdi>{feed.created_by_name}</bdi> : "you"),
          },
        ]
      : []),
    {
      key: "actions",
      header: <span className="sr-only">Actions</span>,
      className: "text-right",
      cell: (feed) => (
        <div className="flex flex-wrap justify-end gap-1">
          {mayActAs(user, "admin") && feed.is_live && (
            <ButtonLink
              to="/admin/policy"
              search={{ feed: feed.id }}
              size="small"
              className="max-sm:hidden"
              aria-label={`Managed settings with ${feed.name}`}
            >
              Managed settings
            </ButtonLink>
          )}
          {!isOthers(feed) && (
            <Button size="small" aria-label={`Rotate ${feed.name}`} onClick={() => onRotate(feed)}>
              Rotate
            </Button>
          )}
          <Button size="small" variant="danger" aria-label={`Revoke ${feed.name}`} onClick={() => onRevoke(feed)}>
            Revoke
          </Button>
        </div>
      ),
    },
  ];
  return <Table caption="Feeds" columns={columns} rows={feeds} rowKey={({ id }) => id} />;
}

const COLUMNS: readonly Column<Feed>[] = [
  {
    key: "name",
    header: "Feed",
    cell: ({ name, prefix }) => (
      <>
        <p className="font-medium break-words">{name}</p>
        <p className="font-mono text-sm break-all text-muted">{prefix}…</p>
      </>
    ),
  },
  { key: "content", header: "Shows", cell: (feed) => <Content feed={feed} /> },
  { key: "expires", header: "Expires", secondary: true, cell: (feed) => <Expiry feed={feed} /> },
  {
    key: "used",
    header: "Last used",
    cell: ({ last_used_at: at, uses }) =>
      at === null ? (
        "never"
      ) : (
        <>
          <Time at={at} />
          <p className="text-sm text-muted">{uses.map(({ surface }) => surfaceName(surface)).join(", ")}</p>
        </>
      ),
  },
  { key: "uses", header: "Uses", numeric: true, secondary: true, cell: (feed) => feed.use_count.toLocaleString("en") },
];

function Content({ feed: { content, items, team_name: team } }: { readonly feed: Feed }) {
  if (content === "items") return items.length === 1 ? "1 item" : `${items.length.toLocaleString("en")} items`;
  return team === null ? CONTENTS[content] : <>Team {team}</>;
}

function Expiry({ feed: { expires_at: at, is_live: isLive } }: { readonly feed: Feed }) {
  if (at !== null && new Date(at) <= new Date()) return <Badge tone="bad">Expired</Badge>;
  // Its maker was deactivated or has left the team, or the API key that made it is gone.
  if (!isLive) return <Badge tone="bad">Does not answer</Badge>;
  if (at === null) return "never";
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {dayOf(new Date(at))}
    </time>
  );
}
