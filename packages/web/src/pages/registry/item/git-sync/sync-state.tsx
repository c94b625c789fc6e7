import { RefreshCw } from "lucide-react";
import type { ItemDetail } from "../../../../api/kinds.js";
import { useAction } from "../../../../api/queries.js";
import { Button } from "../../../../ui/actions/button.js";
import { Time } from "../../../../ui/data/time.js";
import { Badge } from "../../../../ui/feedback/badge.js";
import { CopyButton } from "../../../../ui/feedback/copy-button.js";
import { ErrorBox } from "../../../../ui/feedback/error-box.js";
import { Section } from "../../../../ui/layout/card.js";
import { Facts } from "../item-body.js";
import { isUnderWay, shortCommit, STATUS_TONES, type Sync } from "./sync-words.js";
import { VersionLink } from "./version-link.js";

interface SyncStateProps {
  readonly item: ItemDetail;
  readonly sync: Sync;
}

/** The result of the last sync, and a button for the next. */
export function SyncState({ item, sync }: SyncStateProps) {
  const run = useAction("runSync", { refreshes: ["getSync", "listSyncRuns"] });
  const isArchived = item.status === "archived";
  const actions = (
    <Button
      busy={run.isPending || isUnderWay(sync)}
      disabled={isArchived}
      onClick={() => run.mutate({ params: { id: item.id } })}
    >
      <RefreshCw size={14} aria-hidden="true" /> {isUnderWay(sync) ? "Syncing…" : "Run now"}
    </Button>
  );
  return (
    <Section title="Status" actions={actions}>
      {isArchived && <p className="text-muted">Not synced while it is archived.</p>}
      {run.error && <ErrorBox problem={run.error} />}
      <Facts
        facts={{
          "Last sync": <LastSync sync={sync} />,
          "Last version": <LastVersion sync={sync} />,
          "Last delivery": <LastDelivery sync={sync} />,
        }}
      />
    </Section>
  );
}

/** Announced, because it changes while one waits for it. */
const LastSync = ({ sync: { last_sync_status: status, last_sync_error: error } }: { readonly sync: Sync }) => (
  <span role="status" className="flex flex-wrap items-baseline gap-x-2">
    {status === null ? "none yet" : <Badge tone={STATUS_TONES[status]}>{status}</Badge>}
    {error !== null && <span className="min-w-0 wrap-anywhere">{error}</span>}
  </span>
);

function LastVersion({
  sync: { last_version: version, last_synced_sha: sha, last_synced_at: at },
}: {
  readonly sync: Sync;
}) {
  if (version === null) return "none yet";
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <VersionLink version={version} />
      {sha !== null && (
        <span className="-my-1.5 flex items-center">
          commit&nbsp;<code className="font-mono text-sm">{shortCommit(sha)}</code>
          <CopyButton text={sha} what="the commit" />
        </span>
      )}
      {at !== null && <Time at={at} />}
    </span>
  );
}

function LastDelivery({ sync: { last_delivery_at: at, last_event: event } }: { readonly sync: Sync }) {
  if (at === null) return "none yet";
  return (
    <>
      <Time at={at} />
      {event ? (
        <>
          , event <bdi>{event}</bdi>
        </>
      ) : null}
    </>
  );
}
