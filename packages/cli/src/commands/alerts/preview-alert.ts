import { openApi } from "../../api/client.js";
import { say, type Cli } from "../../cli.js";
import { printJson, table } from "../../output.js";
import { wholeNumber } from "../numbers.js";
import { readWatched, type WatchedOptions } from "./alert-options.js";
import { valueText } from "./alert-words.js";

const DEFAULT_DAYS = 30;
const MAX_LISTED = 10;

/** `tack alerts preview` */
export async function previewAlert(cli: Cli, options: WatchedOptions & { readonly days?: string }): Promise<void> {
  const days = wholeNumber("--days", options.days) ?? DEFAULT_DAYS;
  const api = openApi(cli);
  const watched = await readWatched(cli, api, options);
  const preview = await api.call("previewAlert", { body: { ...watched, days } });
  if (cli.flags.output === "json") return printJson(cli, preview);
  const { count, firings } = preview;
  const period = days === 1 ? "day" : `${days} days`;
  if (count === 0) return say(cli, `Would not have fired in the last ${period}.`);
  say(cli, `Would have fired ${count === 1 ? "once" : `${count} times`} in the last ${period}. The latest:`);
  say(
    cli,
    table(cli, firings.slice(0, MAX_LISTED), [
      { title: "FIRED", of: ({ fired_at }) => fired_at },
      { title: "VALUE", of: ({ metric_value }) => valueText(options.metric, metric_value) },
    ]),
  );
}
