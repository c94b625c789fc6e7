import type { QueryOf } from "@tackroom/contract/calls";
import type { SearchParams } from "../../ui/forms/search-text.js";

/** What of all that happened is looked at. */
export type Filter = Partial<QueryOf<"getDashboardSummary">>;

/** Where a number leads. */
export interface Behind {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

const SHARED = ["harness", "agent_id", "project", "user_id", "model", "has_errors", "from", "to", "last"] as const;

export const GROUPS = [
  { id: "agent", name: "Agent", filter: "agent_id" },
  { id: "harness", name: "Harness", filter: "harness" },
  { id: "model", name: "Model", filter: "model" },
  { id: "team", name: "Team", filter: "team_id" },
  { id: "user", name: "User", filter: "user_id" },
] as const;
export type GroupBy = (typeof GROUPS)[number]["id"];

/**
 * The sessions that a number counts. Sessions know people and no teams: where a team is looked at, the number leads to
 * its people here, and they lead on.
 */
export function sessionsBehind(params: SearchParams, period: string, more: Record<string, string> = {}): Behind {
  const { team_id: team, ...rest } = { ...params, ...more } as Record<string, string>;
  const search = Object.fromEntries(SHARED.flatMap((name) => (rest[name] ? [[name, rest[name]]] : [])));
  if (!search["from"] && !search["to"]) search["last"] = period;
  if (team === undefined || search["user_id"] !== undefined) return { to: "/sessions", search };
  const metric = rest["metric"];
  return { to: "/dashboard", search: { ...search, team_id: team, group: "user", ...(metric ? { metric } : {}) } };
}
