import { openApi, type Api } from "../../api/client.js";
import { consent } from "../../ask.js";
import { note, type Cli } from "../../cli.js";
import { printDone, printThing } from "../../output.js";

/** The contract's sync object. */
interface SyncState {
  readonly enabled: boolean;
  readonly secret?: string;
  readonly [name: string]: unknown;
}

const pathOf = (listing: string, action = ""): string =>
  `/api/v1/mcps/${encodeURIComponent(listing)}/webhook-sync${action}`;

async function ask(api: Api, method: string, path: string, body?: object): Promise<SyncState> {
  const { text } = await api.request({ method, path, body: body && JSON.stringify(body) });
  return text === "" ? { enabled: false } : (JSON.parse(text) as SyncState);
}

interface EnableOptions {
  readonly push?: boolean;
  readonly release?: boolean;
  readonly branch?: string;
  readonly provider?: string;
}

/** `tack registry mcp sync enable`: options that are not given keep their value. */
export async function enableSync(cli: Cli, listing: string, options: EnableOptions): Promise<void> {
  const api = openApi(cli);
  const before = await ask(api, "GET", pathOf(listing));
  const { push = before["sync_on_push"] ?? true, release = before["sync_on_release"] ?? false } = options;
  const state = await ask(api, "PUT", pathOf(listing), {
    sync_on_push: push,
    sync_on_release: release,
    branch: options.branch ?? before["branch"] ?? null,
    provider: options.provider ?? null,
  });
  show(cli, state);
}

function show(cli: Cli, state: SyncState): void {
  if (state.secret !== undefined) note(cli, "The secret is shown only once. Add it to the repository's webhook.");
  printThing(cli, state);
}

/** `tack registry mcp sync rotate-secret` */
export async function rotateSecret(cli: Cli, listing: string): Promise<void> {
  show(cli, await ask(openApi(cli), "POST", pathOf(listing, "/rotate-secret")));
}

/** `tack registry mcp sync status` */
export async function syncStatus(cli: Cli, listing: string): Promise<void> {
  printThing(cli, await ask(openApi(cli), "GET", pathOf(listing)));
}

/** `tack registry mcp sync run` */
export async function runSync(cli: Cli, listing: string): Promise<void> {
  const state = await ask(openApi(cli), "POST", pathOf(listing, "/run"));
  printDone(cli, `Queued the sync of ${listing}. Check its status: tack registry mcp sync status ${listing}`, state);
}

/** `tack registry mcp sync disable` */
export async function disableSync(cli: Cli, listing: string, { yes }: { readonly yes?: boolean }): Promise<void> {
  await consent(cli, `Stop syncing ${listing}? Its webhook stops working.`, yes);
  const state = await ask(openApi(cli), "DELETE", pathOf(listing));
  printDone(cli, `Stopped syncing ${listing}. Its versions are kept.`, state);
}
