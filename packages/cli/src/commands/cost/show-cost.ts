import type { DashboardRow } from "@tackroom/contract";
import { openApi } from "../../api/client.js";
import { say, type Cli } from "../../cli.js";
import { printJson, printList, type Column } from "../../output.js";
import { paint } from "../../paint.js";
import { costWithUnknown } from "../cost-words.js";
import { readRange } from "../date-range.js";

interface CostOptions {
  readonly by: "agent" | "person" | "model" | "day" | "harness" | "team";
  readonly range?: string;
}

const MAX_ROWS = 500;
const NAMELESS: Readonly<Record<CostOptions["by"], string>> = {
  agent: "(no agent)",
  person: "(deleted)",
  model: "(unknown model)",
  day: "(no day)",
  harness: "(unknown harness)",
  team: "(no team)",
};

/** `tack cost` */
export async function showCost(cli: Cli, { by, range = "30d" }: CostOptions): Promise<void> {
  const api = openApi(cli);
  const period = readRange(range);
  const [summary, rows] = await Promise.all([
    api.call("getDashboardSummary", { query: { ...period } }),
    api.call("getDashboardBreakdown", { query: { ...period, by: by === "person" ? "user" : by, limit: MAX_ROWS } }),
  ]);
  if (cli.flags.output === "json") {
    const page = { total: rows.length, page: 1, page_size: MAX_ROWS };
    return printJson(cli, { by, summary, items: rows, ...page });
  }
  const columns: Column<DashboardRow>[] = [
    { title: by.toUpperCase(), of: ({ name, key }) => name ?? key ?? NAMELESS[by] },
    { title: "SESSIONS", of: ({ sessions }) => sessions },
    { title: "TOKENS", of: ({ tokens }) => tokens },
    { title: "COST", of: (row) => costWithUnknown(row.cost_usd, row.sessions_without_price) },
  ];
  const span = `${summary.from.slice(0, 10)} to ${summary.to.slice(0, 10)}`;
  printList(cli, { items: rows, total: rows.length }, columns, `No sessions from ${span}.`);
  if (rows.length === 0) return;
  const total = costWithUnknown(summary.cost_usd, summary.sessions_without_price);
  say(cli, `\n${paint(cli).bold(`Total ${total}`)}, ${summary.sessions} sessions, ${span}`);
  if (summary.unpriced_models.length > 0) {
    const models = summary.unpriced_models.map((model) => model || "an unnamed model").join(", ");
    say(cli, paint(cli).dim(`No price is known for ${models}.`));
  }
}
