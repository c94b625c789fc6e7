import type { QueryOf } from "@tackroom/contract/calls";
import type { SearchParams } from "../../ui/forms/search-text.js";

/** The active filters. */
export type Filter = Partial<QueryOf<"getDashboardSummary">>;

/** The target of a number's link. */
export interface Behind {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

const SHARED = [
  "harness",
  "agent_id",
  "project",
  "user_id",
  "team_id",
  "model",
  "has_errors",
  "mcp_server",
  "tool",
  "tool_failed",
  "error",
  "from",
  "to",
  "last",
] as const;

/** The link to the sessions that a number counts; subagents are counted too. */
export function sessionsBehind(params: SearchParams, period: string, more: Record<string, string> = {}): Behind {
  const all: Record<string, string | undefined> = { ...params, ...more };
  const search = Object.fromEntries(SHARED.flatMap((name) => (all[name] ? [[name, all[name]]] : [])));
  if (!search["from"] && !search["to"]) search["last"] = period;
  return { to: "/sessions", search: { ...search, subagents: "shown" } };
}
