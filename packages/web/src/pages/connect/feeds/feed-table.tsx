import type { ReplyOf } from "@tackroom/contract/calls";
import { useCall, useList } from "../../../api/queries.js";
import type { ElementOf } from "../../../api/client.js";
import { mayActAs, useUser } from "../../../api/session.js";
import { Button } from "../../../ui/actions/button.js";
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
      ? [{ key: "maker", header: "Made by", secondary: true, cell: (feed: Feed) => <Maker id={feed.created_by} /> }]
      : []),
    {
      key: "actions",
      header: <span className="sr-only">Actions</span>,
      className: "text-right",
      cell: (feed) => (
        <div className="flex flex-wrap justify-end gap-1">
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

function Content({ feed: { content, items, team_id: teamId } }: { readonly feed: Feed }) {
  if (content === "items") return items.length === 1 ? "1 item" : `${items.length.toLocaleString("en")} items`;
  return content === "team" && teamId !== null ? <TeamName id={teamId} /> : CONTENTS[content];
}

/** Teams of others are not in one's own list, which one call brings for all rows. */
function TeamName({ id }: { readonly id: string }) {
  const teams = useList("listMyTeams", { query: { limit: 200 } });
  const name = teams.data?.items.find((team) => team.id === id)?.name;
  return name === undefined ? CONTENTS.team : <>Team {name}</>;
}

function Maker({ id }: { readonly id: string }) {
  const user = useUser();
  const users = useCall("listUsers", { query: { limit: 200 } }, { enabled: mayActAs(user, "admin") });
  if (id === user.id) return "you";
  return <bdi>{users.data?.find((each) => each.id === id)?.name ?? "somebody else"}</bdi>;
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
