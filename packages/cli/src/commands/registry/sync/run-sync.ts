import { setTimeout as sleep } from "node:timers/promises";
import type { ReplyOf } from "@tackroom/contract/calls";
import { openApi, type Api } from "../../../api/client.js";
import { withProgress } from "../../../ask.js";
import type { Cli } from "../../../cli.js";
import { CliError } from "../../../errors.js";
import { printDone } from "../../../output.js";

type Sync = ReplyOf<"getSync">;

/** `tack registry mcp sync run` */
export async function runSync(cli: Cli, listing: string, { wait }: { readonly wait?: boolean }): Promise<void> {
  const api = openApi(cli);
  const queued = await api.call("runSync", { params: { id: listing } });
  if (!wait) {
    printDone(cli, `Queued the sync of ${listing}. See its result: tack registry mcp sync status ${listing}`, queued);
    return;
  }
  const ended = await withProgress(cli, `Syncing ${listing}`, () => waitForEnd(api, listing, queued));
  if (ended.last_sync_status === "failed") throw failure(listing, ended);
  printDone(cli, sentenceOf(listing, ended), ended);
}

const POLL_MS = 1000;
/** Three tries of a minute each, the waits between them, and a sync of the same listing that goes first. */
const MAX_WAIT_MS = 10 * 60_000;

async function waitForEnd(api: Api, listing: string, queued: Sync): Promise<Sync> {
  const end = Date.now() + MAX_WAIT_MS;
  let sync = queued;
  while (isUnderWay(sync)) {
    if (Date.now() > end) throw tooLong(listing);
    await sleep(POLL_MS);
    sync = await api.call("getSync", { params: { id: listing } });
  }
  return sync;
}

const isUnderWay = ({ last_sync_status }: Sync): boolean =>
  last_sync_status === "queued" || last_sync_status === "syncing";

const sentenceOf = (listing: string, { last_sync_status, last_sync_error, last_version }: Sync): string =>
  last_sync_status === "success"
    ? `Published ${listing} ${last_version}.`
    : `Nothing to publish for ${listing}: ${last_sync_error ?? "the sync was turned off."}`;

const failure = (listing: string, sync: Sync): CliError =>
  new CliError("unavailable", `The sync of ${listing} failed: ${sync.last_sync_error ?? "no reason was given."}`, {
    remediation: `See all runs: tack registry mcp sync history ${listing}`,
    result: sync,
  });

const tooLong = (listing: string): CliError =>
  new CliError("unavailable", `The sync of ${listing} has not ended after 10 minutes.`, {
    remediation: `See its result later: tack registry mcp sync status ${listing}`,
  });
