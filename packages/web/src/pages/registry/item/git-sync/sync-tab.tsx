import { useQueryClient } from "@tanstack/react-query";
import { GitBranch } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { itemCalls, type ItemDetail } from "../../../../api/kinds.js";
import { useCall } from "../../../../api/queries.js";
import { Loaded } from "../../../../ui/feedback/loaded.js";
import { EmptyState } from "../../../../ui/layout/empty-state.js";
import { EnableForm } from "./enable-form.js";
import { RunHistory } from "./run-history.js";
import { SyncSettings } from "./sync-settings.js";
import { SyncState } from "./sync-state.js";
import { isUnderWay, obstacleOf, type Sync } from "./sync-words.js";
import { Webhook } from "./webhook.js";

const WHILE_UNDER_WAY_MS = 2000;
/** A delivery of the repository's host can arrive at any time. */
const OTHERWISE_MS = 15_000;

/** Git sync of an MCP server, for those who may change it. */
export function SyncTab({ item }: { readonly item: ItemDetail }) {
  const [refetchEveryMs, setRefetchEveryMs] = useState(OTHERWISE_MS);
  const query = useCall("getSync", { params: { id: item.id } }, { refetchEveryMs, fresh: true });
  const [secret, setSecret] = useState<string>();
  const wanted = query.data && isUnderWay(query.data) ? WHILE_UNDER_WAY_MS : OTHERWISE_MS;
  if (wanted !== refetchEveryMs) setRefetchEveryMs(wanted);
  useRefreshedItem(query.data?.last_version);
  return (
    <Loaded query={query}>
      {(found) =>
        found.enabled ? (
          <div className="flex max-w-4xl flex-col gap-8">
            <SyncState item={item} sync={found as Sync} />
            <Webhook
              item={item}
              sync={found as Sync}
              secret={secret}
              onRotated={setSecret}
              onSaved={() => setSecret(undefined)}
            />
            <SyncSettings item={item} sync={found as Sync} onNewSecret={setSecret} />
            <RunHistory item={item} refetchEveryMs={refetchEveryMs} />
          </div>
        ) : (
          <TurnedOff item={item} onTurnedOn={setSecret} />
        )
      }
    </Loaded>
  );
}

/** The rest of the page shows a version that a sync has just published. */
function useRefreshedItem(version: string | null | undefined): void {
  const queries = useQueryClient();
  const before = useRef(version);
  useEffect(() => {
    const isNew = before.current !== undefined && version !== undefined && before.current !== version;
    before.current = version;
    if (!isNew) return;
    for (const call of [...itemCalls("mcps"), "mcps.listVersions"])
      void queries.invalidateQueries({ queryKey: [call] });
  }, [queries, version]);
}

interface TurnedOffProps {
  readonly item: ItemDetail;
  readonly onTurnedOn: (secret: string | undefined) => void;
}

function TurnedOff({ item, onTurnedOn }: TurnedOffProps) {
  const obstacle = obstacleOf(item);
  if (!obstacle) return <EnableForm item={item} onTurnedOn={onTurnedOn} />;
  return (
    <EmptyState icon={GitBranch} title={obstacle.title}>
      {obstacle.remedy}
    </EmptyState>
  );
}
