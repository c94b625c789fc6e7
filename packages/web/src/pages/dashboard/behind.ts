import type { QueryOf } from "@tackroom/contract/calls";
import type { SearchParams } from "../../ui/forms/search-text.js";

/** The active filters. */
export type Filter = Partial<QueryOf<"getDashboardSummary">>;

/** The target of a number's link. */
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
 * The link to the sessions that a number counts. Sessions have users but no teams: for a team, the number links to its
 * users on the dashboard, which in turn link to their sessions.
 */
export function sessionsBehind(params: SearchParams, period: string, more: Record<string, string> = {}): Behind {
  const { team_id: team, ...rest } = { ...params, ...more } as Record<string, string>;
  const search = Object.fromEntries(SHARED.flatMap((name) => (rest[name] ? [[name, rest[name]]] : [])));
  if (!search["from"] && !search["to"]) search["last"] = period;
  if (team === undefined || search["user_id"] !== undefined) return { to: "/sessions", search };
  const metric = rest["metric"];
  return { to: "/dashboard", search: { ...search, team_id: team, group: "user", ...(metric ? { metric } : {}) } };
}
