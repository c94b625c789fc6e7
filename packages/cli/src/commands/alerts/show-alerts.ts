import type { AlertRule } from "@tackroom/contract";
import { openApi } from "../../api/client.js";
import type { Cli } from "../../cli.js";
import { printJson, printList, printThing } from "../../output.js";
import { readPage, type PageOptions } from "../paging.js";
import { conditionText, deliveryText, stateText, targetText, valueText } from "./alert-words.js";
import { findAlert } from "./find-alert.js";

const SHORT_ID_LENGTH = 8;

/** `tack alerts list` */
export async function listAlerts(cli: Cli, options: PageOptions): Promise<void> {
  const page = readPage(options);
  const found = await openApi(cli).list("listAlerts", { query: page });
  printList(
    cli,
    { ...found, ...page },
    [
      { title: "ID", of: ({ id }) => id?.slice(0, SHORT_ID_LENGTH) },
      { title: "NAME", of: ({ name }) => name },
      { title: "METRIC", of: ({ metric }) => metric },
      { title: "CONDITION", of: conditionText },
      { title: "TARGET", of: targetText },
      { title: "STATE", of: stateText },
      { title: "LAST VALUE", of: ({ metric, last_value }) => valueText(metric, last_value) ?? "no data" },
      { title: "LAST FIRED", of: ({ last_triggered }) => last_triggered ?? "never" },
    ],
    "No alerts. Create one: tack alerts create --help",
  );
}

/** `tack alerts show` */
export async function showAlert(cli: Cli, alert: string): Promise<void> {
  printAlert(cli, await findAlert(openApi(cli), alert));
}

export function printAlert(cli: Cli, rule: AlertRule): void {
  if (cli.flags.output === "json") return printJson(cli, rule);
  printThing(cli, {
    id: rule.id,
    name: rule.name,
    metric: rule.metric,
    condition: conditionText(rule),
    target: targetText(rule),
    window: `${rule.window_minutes} min`,
    cooldown: `${rule.cooldown_minutes} min`,
    state: stateText(rule),
    "last value": valueText(rule.metric, rule.last_value) ?? "no data",
    "last evaluated": rule.last_evaluated_at ?? "not yet",
    "last fired": rule.last_triggered ?? "never",
    webhook: rule.webhook_url || "none",
    "on recovery": rule.notify_recovery ? "called too" : null,
    secret: rule.webhook_secret ?? `ends with ${rule.webhook_secret_last4}`,
  });
}

/** `tack alerts history` */
export async function alertHistory(cli: Cli, alert: string, options: PageOptions): Promise<void> {
  const page = readPage(options);
  const api = openApi(cli);
  const rule = await findAlert(api, alert);
  const found = await api.list("listAlertHistory", { params: { id: rule.id }, query: page });
  printList(
    cli,
    { ...found, ...page },
    [
      { title: "FIRED", of: ({ fired_at }) => fired_at },
      { title: "VALUE", of: ({ metric_value }) => valueText(rule.metric, metric_value) },
      { title: "RECOVERED", of: ({ recovered_at, test }) => recovered_at ?? (test ? "(test)" : "not yet") },
      { title: "WEBHOOK", of: deliveryText },
      { title: "ERROR", of: ({ error, recovery_error }) => error ?? recovery_error },
    ],
    "Has not fired yet.",
  );
}
