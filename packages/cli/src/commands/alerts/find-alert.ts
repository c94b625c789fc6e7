import type { AlertRule } from "@tackroom/contract";
import type { Api } from "../../api/client.js";
import { CliError } from "../../errors.js";
import { isUuid } from "../people.js";

const PAGE = 200;

/** The alert with this ID or name, or the only one whose ID starts with it. */
export async function findAlert(api: Api, typed: string): Promise<AlertRule> {
  if (isUuid(typed)) return api.call("getAlert", { params: { id: typed } });
  const all = await allAlerts(api);
  const named = all.filter(({ name }) => name === typed);
  const found = named.length > 0 ? named : all.filter(({ id }) => id.startsWith(typed.toLowerCase()));
  const [only] = found;
  if (only && found.length === 1) return only;
  if (!only) {
    throw new CliError("not_found", `There is no alert "${typed}".`, {
      resource: typed,
      remediation: "See all alerts: tack alerts list",
    });
  }
  throw new CliError("conflict", `${found.length} alerts match "${typed}".`, {
    resource: typed,
    remediation: `Use the ID: ${found
      .slice(0, 5)
      .map(({ id }) => id)
      .join(", ")}`,
  });
}

async function allAlerts(api: Api): Promise<readonly AlertRule[]> {
  const all: AlertRule[] = [];
  for (;;) {
    const { items, total } = await api.list("listAlerts", { query: { limit: PAGE, offset: all.length } });
    all.push(...items);
    if (items.length < PAGE || all.length >= total) return all;
  }
}
