import type { UpdateAlertBody } from "@tackroom/contract";
import { openApi } from "../../api/client.js";
import { consent } from "../../ask.js";
import { note, type Cli } from "../../cli.js";
import { CliError, usageError } from "../../errors.js";
import { printDone } from "../../output.js";
import { readCondition, readWatched, type ConditionOptions, type WatchedOptions } from "./alert-options.js";
import { deliveryText } from "./alert-words.js";
import { findAlert } from "./find-alert.js";
import { printAlert } from "./show-alerts.js";

interface NotifyOptions {
  readonly webhook?: string;
  readonly notifyRecovery?: boolean;
}

const readNotify = ({ webhook, notifyRecovery }: NotifyOptions) => ({
  ...(webhook === undefined ? {} : { webhook_url: webhook }),
  ...(notifyRecovery === undefined ? {} : { notify_recovery: notifyRecovery }),
});

/** `tack alerts create` */
export async function createAlert(
  cli: Cli,
  options: WatchedOptions & NotifyOptions & { readonly name: string },
): Promise<void> {
  const api = openApi(cli);
  const watched = await readWatched(cli, api, options);
  const rule = await api.call("createAlert", { body: { name: options.name, ...watched, ...readNotify(options) } });
  printAlert(cli, rule);
  if (cli.flags.output === "json") return;
  note(cli, "Save the secret; it is not shown again. Requests to the webhook are signed with it:");
  note(cli, '  X-Tackroom-Signature: sha256=<hex HMAC-SHA256 of "<X-Tackroom-Timestamp>.<body>">');
}

interface UpdateOptions extends ConditionOptions, NotifyOptions {
  readonly name?: string;
  readonly pause?: boolean;
  readonly resume?: boolean;
}

/** `tack alerts update` */
export async function updateAlert(cli: Cli, alert: string, options: UpdateOptions): Promise<void> {
  const api = openApi(cli);
  const { id, metric } = await findAlert(api, alert);
  const body: UpdateAlertBody = {
    ...(options.name === undefined ? {} : { name: options.name }),
    ...readCondition(metric, options),
    ...readNotify(options),
    ...(options.pause ? { status: "paused" } : {}),
    ...(options.resume ? { status: "active" } : {}),
  };
  if (Object.keys(body).length === 0) throw usageError("Nothing to change.", "See: tack alerts update --help");
  printAlert(cli, await api.call("updateAlert", { params: { id }, body }));
}

/** `tack alerts delete` */
export async function deleteAlert(cli: Cli, alert: string, { yes }: { readonly yes?: boolean }): Promise<void> {
  const api = openApi(cli);
  const { id, name } = await findAlert(api, alert);
  await consent(cli, `Delete the alert ${name} and its history?`, yes);
  await api.call("deleteAlert", { params: { id } });
  printDone(cli, `Deleted the alert ${name}.`, { deleted: id });
}

/** `tack alerts test` */
export async function testAlert(cli: Cli, alert: string): Promise<void> {
  const api = openApi(cli);
  const { id, name } = await findAlert(api, alert);
  const firing = await api.call("testAlert", { params: { id } });
  if (firing.delivery_status === "failed") {
    throw new CliError("unavailable", `The test was not delivered: ${firing.error ?? deliveryText(firing)}`, {
      resource: name,
      remediation: "Check the URL of the webhook, and that the server can reach it.",
      result: firing,
    });
  }
  printDone(cli, `Tested the webhook of ${name}: ${deliveryText(firing)}.`, firing);
}
