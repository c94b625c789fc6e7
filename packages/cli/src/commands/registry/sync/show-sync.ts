import type { ReplyOf } from "@tackroom/contract/calls";
import { openApi } from "../../../api/client.js";
import { asCalled } from "../../../called-as.js";
import { say, type Cli } from "../../../cli.js";
import { printJson, printThing } from "../../../output.js";
import { oneLine } from "../../../printable.js";

export type EnabledSync = ReplyOf<"putSync">;
type Sync = ReplyOf<"getSync">;

/** `tack registry mcp sync status` */
export async function syncStatus(cli: Cli, listing: string): Promise<void> {
  const sync = await openApi(cli).call("getSync", { params: { id: listing } });
  if (cli.flags.output === "json") return printJson(cli, sync);
  if (sync.enabled) return showSync(cli, sync);
  say(cli, asCalled(cli, `Git sync is off. Turn it on: tack registry mcp sync enable ${oneLine(listing)}`));
}

export function showSync(cli: Cli, sync: Sync & { readonly secret?: string }): void {
  printThing(cli, {
    triggers: triggersOf(sync),
    branch: sync.branch ?? "the default branch",
    host: `${sync.provider} (${sync.repository_host ? "chosen" : "detected"})`,
    "webhook URL": sync.webhook_url,
    secret: sync.secret ?? null,
    "last delivery": sync.last_delivery_at ? withNote(sync.last_delivery_at, sync.last_event) : "none",
    "last sync": sync.last_sync_status ?? "none",
    reason: sync.last_sync_error ?? null,
    "last version": sync.last_version ? withNote(sync.last_version, sync.last_synced_at) : null,
    commit: sync.last_synced_sha ?? null,
  });
}

const triggersOf = ({ sync_on_push, sync_on_release }: Sync): string =>
  [sync_on_push ? "push" : "", sync_on_release ? "release" : ""].filter(Boolean).join(", ");

const withNote = (text: string, more: string | null | undefined): string => (more ? `${text} (${more})` : text);
