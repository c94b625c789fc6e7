import type { QueryOf } from "@tackroom/contract/calls";
import type { SearchParams } from "../../../ui/forms/search-text.js";
import { PERIOD_NAMES, rangeOf } from "../period.js";

/** What is asked for, whatever the page. */
export type SessionQuery = Omit<Partial<QueryOf<"listSessions">>, "limit" | "offset">;

/** Filters whose value is sent as it is. */
const TEXTS = [
  "search",
  "harness",
  "agent_id",
  "project",
  "user_id",
  "team_id",
  "model",
  "mcp_server",
  "tool",
  "error",
] as const;
/** What a view decides about. */
const OF_VIEWS = ["user_id", "my_teams", "state", "has_errors"] as const;
export const FILTER_NAMES = [
  ...TEXTS,
  "my_teams",
  "state",
  "has_errors",
  "tool_failed",
  "subagents",
  "sort",
  ...PERIOD_NAMES,
] as const;

/** Everything that narrows the list; the order does not. */
export const isFiltered = ({ sort: _sort, ...filters }: SearchParams): boolean => Object.keys(filters).length > 0;

const STATES = ["recording", "unfinished", "final"] as const;
export const SORTS = [
  ["last_event", "Last event"],
  ["started", "Start"],
  ["calls", "Tool calls"],
  ["failures", "Failed calls"],
] as const;
export type Sort = (typeof SORTS)[number][0];

export const sortOf = ({ sort }: SearchParams): Sort => SORTS.find(([value]) => value === sort)?.[0] ?? "last_event";

/**
 * The filters in the URL as query parameters. Subagents are counted in the row of the session that started them, unless
 * someone looks for words: these may be in what a subagent said.
 */
export function filterOf(params: SearchParams, now: Date): Omit<SessionQuery, "sort"> {
  const texts = Object.fromEntries(TEXTS.flatMap((name) => (params[name] ? [[name, params[name]]] : [])));
  const state = STATES.find((each) => each === params["state"]);
  return {
    ...texts,
    ...rangeOf(params, "", now),
    ...(params["has_errors"] === "true" ? { has_errors: true } : {}),
    ...(params["tool_failed"] === "true" ? { tool_failed: true } : {}),
    ...(params["my_teams"] === "true" ? { my_teams: true } : {}),
    ...(state ? { state } : {}),
    ...(params["search"] || params["subagents"] === "shown" ? {} : { top_level: true }),
  };
}

const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Days are those of the browser, as in the list. */
export const countQuery = ({ sort: _sort, ...filter }: SessionQuery): Partial<QueryOf<"countSessions">> => ({
  ...filter,
  time_zone: TIME_ZONE,
});

export interface View {
  readonly id: string;
  readonly label: string;
  /** Its part of the URL. */
  readonly params: SearchParams;
}

/** Users see their own sessions in every view. */
export function viewsFor({ id, isAdmin }: { readonly id: string; readonly isAdmin: boolean }): readonly View[] {
  return [
    { id: "all", label: isAdmin ? "Everyone" : "Mine", params: {} },
    ...(isAdmin
      ? [
          { id: "mine", label: "Mine", params: { user_id: id } },
          { id: "teams", label: "My teams", params: { my_teams: "true" } },
        ]
      : []),
    { id: "recording", label: "Recording", params: { state: "recording" } },
    { id: "failures", label: "With failures", params: { has_errors: "true" } },
  ];
}

/** The URL in a view: all other filters stay. */
export function inView(params: SearchParams, view: View): SearchParams {
  const others = Object.entries(params).filter(([name]) => !(OF_VIEWS as readonly string[]).includes(name));
  return { ...Object.fromEntries(others), ...view.params };
}

/** The view that the URL shows; none if it combines several. */
export function activeView(params: SearchParams, views: readonly View[]): View | undefined {
  return views.find((view) => OF_VIEWS.every((name) => params[name] === view.params[name]));
}

/** What the tab says need not be said by a chip. */
export function filtersBeside(params: SearchParams, view: View | undefined): SearchParams {
  return Object.fromEntries(Object.entries(params).filter(([name]) => view?.params[name] === undefined));
}
