import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Bot } from "lucide-react";
import { isItemType, KIND_WORDS, type ItemDetail, type ItemType } from "../../../api/kinds.js";
import { useCall } from "../../../api/queries.js";
import { mayActAs, useUser } from "../../../api/session.js";
import { NotFound } from "../../../shell/failures.js";
import { Badge, StatusBadge } from "../../../ui/feedback/badge.js";
import { ButtonLink } from "../../../ui/actions/button.js";
import { Section } from "../../../ui/layout/card.js";
import { CopyButton } from "../../../ui/feedback/copy-button.js";
import { Loaded } from "../../../ui/feedback/loaded.js";
import { Markdown } from "../../../ui/text/markdown.js";
import { Page } from "../../../ui/layout/page.js";
import { Skeleton, SkeletonRows } from "../../../ui/feedback/skeleton.js";
import { Tabs } from "../../../ui/layout/tabs.js";
import { OfferedNotice, ReceivedNotice } from "../transfers/transfer-notice.js";
import { useItemTransfer, type ItemTransfer } from "../transfers/use-item-transfer.js";
import { withParameter } from "../agent-builder/component-choice.js";
import { CanariesTab } from "./canaries/canaries-tab.js";
import { SyncTab } from "./git-sync/sync-tab.js";
import { InstallPanel } from "./install-panel.js";
import { ItemAside } from "./item-aside.js";
import { ItemBody } from "./item-body.js";
import { OwnerActions } from "./owner-actions.js";
import { RatingsTab } from "./ratings-tab.js";
import { ReviewTab } from "./review-tab.js";
import { ScorecardTab } from "./scorecard/scorecard-tab.js";
import { UsageTab } from "./usage-tab.js";
import { VersionsTab } from "./versions-tab.js";

export function ItemPage() {
  const { type, namespace = "", slug = "" } = useParams({ strict: false }) as Partial<Record<string, string>>;
  return isItemType(type) ? (
    <OneItem key={type + namespace + slug} type={type} id={`${namespace}/${slug}`} />
  ) : (
    <NotFound />
  );
}

function OneItem({ type, id }: { readonly type: ItemType; readonly id: string }) {
  const query = useCall(`${type}.getItem`, { params: { id } });
  const transfer = useItemTransfer(type, id, query.data);
  if (query.error?.status === 404) return <Hidden type={type} id={id} transfer={transfer} />;
  // The heading is shown together with the content below it, which would move otherwise.
  const item = transfer.loading ? undefined : query.data;
  return (
    <Page
      title={item?.name ?? id}
      heading={item ? <Heading type={type} item={item} /> : <Skeleton className="h-14 w-64" />}
      actions={item && <ItemActions type={type} item={item} />}
    >
      <Loaded query={query} waits={transfer.loading} skeleton={<SkeletonRows />}>
        {(found) => (
          <>
            {transfer.offered && <OfferedNotice type={type} transfer={transfer.offered} />}
            {transfer.received && <ReceivedNotice type={type} transfer={transfer.received} />}
            <div className="grid gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
              <div className="flex min-w-0 flex-col gap-4">
                {found.status !== "archived" && <InstallPanel type={type} item={found} />}
                <Parts type={type} item={found} />
              </div>
              <ItemAside type={type} item={found} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface HiddenProps {
  readonly type: ItemType;
  readonly id: string;
  readonly transfer: ItemTransfer;
}

/** An item that does not exist, or that becomes visible to the user when they accept its transfer. */
function Hidden({ type, id, transfer: { received, loading } }: HiddenProps) {
  if (loading)
    return (
      <Page title={id}>
        <SkeletonRows />
      </Page>
    );
  if (!received) return <NotFound />;
  return (
    <Page title={received.name} intro={`${KIND_WORDS[type].one} ${received.qualified_name}`}>
      <ReceivedNotice type={type} transfer={received} hidden />
    </Page>
  );
}

interface OfItem {
  readonly type: ItemType;
  readonly item: ItemDetail;
}

function ItemActions({ type, item }: OfItem) {
  return (
    <>
      {type !== "agents" && item.status !== "archived" && (
        <ButtonLink to="/registry/submit/agents" search={{ with: withParameter(type, item.id) }}>
          <Bot size={14} aria-hidden="true" /> Use in an agent
        </ButtonLink>
      )}
      {item.user_permission === "owner" && <OwnerActions type={type} item={item} />}
    </>
  );
}

function Heading({ type, item }: OfItem) {
  const { icon: Icon, one } = KIND_WORDS[type];
  return (
    <div className="flex flex-col gap-1">
      <h1 className="line-clamp-3">
        <bdi>{item.name}</bdi>
      </h1>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        <span className="flex items-center gap-1.5">
          <Icon size={14} aria-hidden="true" className="text-accent" /> {one}
        </span>
        <span className="flex items-center">
          <bdi>{item.qualified_name}</bdi> <CopyButton text={item.qualified_name} what="its full name" />
        </span>
        <span>{item.version}</span>
        <StatusBadge status={item.status} />
        {item.is_private && <Badge>{item.visibility} only</Badge>}
        {item.deprecated !== null && <Badge tone="warn">deprecated: {item.deprecated}</Badge>}
      </p>
    </div>
  );
}

function Parts({ type, item }: OfItem) {
  const { tab } = useSearch({ strict: false }) as { tab?: unknown };
  const navigate = useNavigate();
  const isAdmin = mayActAs(useUser(), "admin");
  const isOwn = item.user_permission === "owner";
  const tabs = [
    { value: "about", label: "About", content: <About type={type} item={item} /> },
    { value: "versions", label: "Versions", content: <VersionsTab type={type} item={item} /> },
    ...(isOwn ? [{ value: "review", label: "Review", content: <ReviewTab type={type} item={item} /> }] : []),
    { value: "usage", label: "Usage", content: <UsageTab type={type} item={item} /> },
    { value: "ratings", label: "Ratings", content: <RatingsTab type={type} item={item} /> },
    ...(type === "mcps" && isOwn ? [{ value: "sync", label: "Git sync", content: <SyncTab item={item} /> }] : []),
    ...(type === "agents" && isOwn
      ? [{ value: "scorecard", label: "Scorecard", content: <ScorecardTab item={item} /> }]
      : []),
    ...(type === "agents" && isAdmin
      ? [{ value: "canaries", label: "Canaries", content: <CanariesTab item={item} /> }]
      : []),
  ];
  const chosen = tabs.find(({ value }) => value === tab)?.value ?? "about";
  return (
    <Tabs
      label="Item sections"
      tabs={tabs}
      value={chosen}
      onChange={(value) => void navigate({ to: ".", search: value === "about" ? {} : { tab: value }, replace: true })}
    />
  );
}

const About = ({ type, item }: OfItem) => (
  <div className="flex min-w-0 flex-col gap-6">
    <Markdown text={item.description} />
    {item.rejection_reason !== null && (
      <Section title="Rejection reason">
        <p dir="auto">{item.rejection_reason}</p>
      </Section>
    )}
    <ItemBody type={type} item={item} />
  </div>
);
