import type { Session } from "@tackroom/contract";
import { openApi, type Api, type QueryValue } from "../../api/client.js";
import type { Cli } from "../../cli.js";
import { callOf } from "../../kinds.js";
import { printList, type Column } from "../../output.js";
import { findUser } from "../admin/users.js";
import { readRange } from "../date-range.js";
import { readPage, type PageOptions } from "../paging.js";
import { isUuid } from "../people.js";
import { activeText, costOf, momentText, nameOf, stateOf } from "./session-words.js";

interface ListOptions extends PageOptions {
  readonly search?: string;
  readonly range?: string;
  readonly person?: string;
  readonly team?: string;
  readonly myTeams?: boolean;
  readonly project?: string;
  readonly harness?: string;
  readonly agent?: string;
  readonly model?: string;
  readonly mcp?: string;
  readonly tool?: string;
  readonly error?: string;
  readonly state?: string;
  readonly failed?: boolean;
  readonly failedCalls?: boolean;
  readonly subagents?: boolean;
  readonly sort?: string;
}

/** Narrower ones leave the words of a session no room. */
const WIDE_TERMINAL = 130;

/** `tack sessions list` */
export async function listSessions(cli: Cli, options: ListOptions): Promise<void> {
  const api = openApi(cli);
  const page = readPage(options);
  const found = await api.list("listSessions", { query: { ...(await filterOf(api, options)), ...page } });
  const none = "No matching sessions. Run tack doctor to see what is missing for sessions to be recorded.";
  printList(cli, { ...found, ...page }, columnsOf(cli, found.items), none);
}

async function filterOf(api: Api, options: ListOptions): Promise<Record<string, QueryValue>> {
  const { search, project, harness, model, mcp, tool, error, state, sort } = options;
  const [user, team, agent] = await Promise.all([
    options.person && userId(api, options.person),
    options.team && teamId(api, options.team),
    options.agent && agentId(api, options.agent),
  ]);
  return {
    search,
    project,
    harness,
    model,
    mcp_server: mcp,
    tool,
    error,
    state,
    sort,
    user_id: user,
    team_id: team,
    agent_id: agent,
    my_teams: options.myTeams,
    has_errors: options.failed,
    tool_failed: options.failedCalls,
    // They are part of the session that started them, unless someone searches: then the words may be in what they said.
    top_level: options.subagents || search !== undefined ? undefined : true,
    ...readRange(options.range),
  };
}

export const userId = async (api: Api, person: string): Promise<string> =>
  (person === "me" ? await api.call("getWhoami") : await findUser(api, person)).id;

const teamId = async (api: Api, team: string): Promise<string> =>
  isUuid(team) ? team : (await api.call("getTeamByHandle", { params: { handle: team } })).id;

const agentId = async (api: Api, agent: string): Promise<string> =>
  isUuid(agent) ? agent : (await api.call(callOf("agent", "getItem"), { params: { id: agent } })).id;

const PERSON: Column<Session> = { title: "PERSON", of: ({ user_name: name }) => name ?? "deleted" };
const WIDE: readonly Column<Session>[] = [
  { title: "HARNESS", of: ({ harness, agent_name: agent }) => joined(harness, agent) },
  { title: "ACTIVE", of: ({ active_ms: ms }) => activeText(ms) },
];

/** As in the web app, some columns are for wide windows. What is not a terminal has no width. */
function columnsOf(cli: Cli, sessions: readonly Session[]): Column<Session>[] {
  const isWide = cli.stdout.isTTY !== true || (cli.stdout.columns ?? 0) >= WIDE_TERMINAL;
  const showsPeople = new Set(sessions.map(({ user_id: id }) => id)).size > 1;
  const ids = sessions.map(({ session_id: id }) => id);
  const length = cli.stdout.isTTY === true ? distinctLength(ids) : undefined;
  return [
    { title: "ID", of: ({ session_id: id }) => id.slice(0, length) },
    { title: "STATE", of: (session) => stateOf(session) },
    { title: "SESSION", of: nameOf },
    { title: "PROJECT", of: ({ project_name: project, git_branch: branch }) => joined(project, branch) },
    ...(showsPeople ? [PERSON] : []),
    ...(isWide ? WIDE : []),
    { title: "CALLS", of: ({ tool_calls: calls }) => calls },
    { title: "FAILED", of: ({ tool_failures: failures }) => failures || null },
    { title: "COST", of: costOf },
    { title: "LAST EVENT", of: ({ last_event_at: at }) => momentText(at) },
  ];
}

const MIN_ID_LENGTH = 8;

/** On a terminal, the start of an ID that tells it from the others: `show` and `tail` take it. */
function distinctLength(ids: readonly string[]): number {
  const distinct = new Set(ids).size;
  const longest = Math.max(MIN_ID_LENGTH, ...ids.map(({ length }) => length));
  for (let length = MIN_ID_LENGTH; length < longest; length += 1) {
    if (new Set(ids.map((id) => id.slice(0, length))).size === distinct) return length;
  }
  return longest;
}

const joined = (one: string, other: string | null): string => (other === null ? one : `${one} · ${other}`);
