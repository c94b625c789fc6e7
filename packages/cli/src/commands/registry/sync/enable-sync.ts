import type { BodyOf } from "@tackroom/contract/calls";
import { openApi } from "../../../api/client.js";
import { consent } from "../../../ask.js";
import { note, type Cli } from "../../../cli.js";
import { printDone, printJson } from "../../../output.js";
import { showSync, type EnabledSync } from "./show-sync.js";
import { webhookSteps } from "./webhook-steps.js";

interface EnableOptions {
  readonly push?: boolean;
  readonly release?: boolean;
  readonly branch?: string;
  readonly provider?: NonNullable<BodyOf<"putSync">["provider"]>;
}

/** `tack registry mcp sync enable`: the server replaces all settings, so those that are not given are sent as they are. */
export async function enableSync(cli: Cli, listing: string, options: EnableOptions): Promise<void> {
  const api = openApi(cli);
  const before = await api.call("getSync", { params: { id: listing } });
  const body: BodyOf<"putSync"> = {
    sync_on_push: options.push ?? before.sync_on_push ?? true,
    sync_on_release: options.release ?? before.sync_on_release ?? false,
    branch: options.branch ?? before.branch ?? null,
    provider: options.provider ?? null,
  };
  const sync = await api.call("putSync", { params: { id: listing }, body });
  showWithSecret(cli, sync);
}

/** `tack registry mcp sync rotate-secret` */
export async function rotateSecret(cli: Cli, listing: string): Promise<void> {
  showWithSecret(cli, await openApi(cli).call("rotateSyncSecret", { params: { id: listing } }));
}

function showWithSecret(cli: Cli, sync: EnabledSync): void {
  if (cli.flags.output === "json") return printJson(cli, sync);
  showSync(cli, sync);
  if (sync.secret === undefined) return;
  for (const step of webhookSteps(sync)) note(cli, step);
}

/** `tack registry mcp sync disable` */
export async function disableSync(cli: Cli, listing: string, { yes }: { readonly yes?: boolean }): Promise<void> {
  await consent(cli, `Turn git sync off for ${listing}? Its webhook URL stops working permanently.`, yes);
  const disabled = await openApi(cli).call("disableSync", { params: { id: listing } });
  printDone(cli, `Turned git sync off for ${listing}. Published versions stay.`, disabled);
}
