import { KINDS, REGISTRY, type EndpointShape, type ItemType, type NamedEndpoint } from "@tackroom/contract";
import * as contract from "@tackroom/contract";
import { itemIdentifier, LOCAL_DOMAIN } from "../src/discovery/core/identifier.js";
import { stockShelf, type Shown } from "./items.js";
import type { Person, Send } from "./people.js";
import { createTelemetry } from "./telemetry.js";
import { prompt } from "./transcripts.js";

/** What one person has that others see only if their role lets them. */
export interface ForeignData {
  readonly owner: Person;
  readonly session: string;
  readonly items: Readonly<Record<ItemType, Shown>>;
  readonly pending: Shown;
  readonly team: { readonly id: string; readonly handle: string };
  readonly alert: string;
  readonly budget: string;
  readonly feed: string;
}

export async function makeForeignData(send: Send, owner: Person, admin: Person): Promise<ForeignData> {
  const shelf = stockShelf(send, admin);
  const session = await createTelemetry(send).store(owner, [prompt("a word that is searched for: aardvark")]);
  const items: Partial<Record<ItemType, Shown>> = {};
  for (const type of contract.ITEM_TYPES) items[type] = await shelf.publish(type, owner, { visibility: "owner" });
  const pending = await shelf.submit("skills", owner, { visibility: "owner" });
  const body = {
    name: `Private ${session.slice(0, 8)}`,
    handle: `private-${session.slice(0, 8)}`,
    visibility: "private",
  };
  const team = (await send("POST /teams", { token: owner.token, body })).json<ForeignData["team"]>();
  const rule = { name: "Mine", metric: "error_rate", threshold: 0.5, condition: "above" };
  const alert = (await send("POST /alerts", { token: owner.token, body: rule })).json<{ id: string }>().id;
  const budget = { name: "Coding", amount_usd: 30 };
  const { id } = (await send("POST /budgets", { token: owner.token, body: budget })).json<{ id: string }>();
  const visible = { name: "Mine", content: "visible" };
  const feed = (await send("POST /feeds", { token: owner.token, body: visible })).json<{ id: string }>().id;
  return { owner, session, items: items as ForeignData["items"], pending, team, alert, budget: id, feed };
}

export interface Question {
  readonly line: Parameters<Send>[0];
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** The path is not below that of the API. */
  readonly isRoot?: boolean;
}

/** One call of an endpoint that shows the data, if it shows data of others at all. */
export function questionOf(named: NamedEndpoint, data: ForeignData): Question {
  const special = SPECIAL[named.name]?.(data);
  if (special) return special;
  const { endpoint } = named;
  const type = typeOf(endpoint);
  const item = type ? data.items[type] : data.items.skills;
  const ids: Readonly<Record<string, string>> = { telemetry: data.session, teams: data.team.id, alerts: data.alert };
  const id = ids[endpoint.module] ?? item.id;
  const path = endpoint.path
    .replace(/:(id|uuid)\b/, id)
    .replace(/:(v|a|b|version)\b/g, "1.0.0")
    .replace(/:(kind|type)\b/, type ? KINDS[type].kind : "skill")
    .replace(":handle", data.team.handle)
    .replace(":identifier", itemIdentifier(LOCAL_DOMAIN, "skill", data.items.skills.id));
  const body = BODIES[named.name.split(".").at(-1) ?? ""]?.(data);
  return { line: `${endpoint.method} ${path}`, ...(body ? { body } : {}) };
}

const typeOf = (endpoint: EndpointShape): ItemType | undefined => {
  const [type] = endpoint.path.slice(1).split("/");
  return type !== undefined && type in REGISTRY ? (type as ItemType) : undefined;
};

const serverNameOf = ({ qualified_name: name }: Shown): string =>
  encodeURIComponent(`local.tackroom/${name.replace("/", ".")}`);

const SPECIAL: Readonly<Record<string, (data: ForeignData) => Question>> = {
  getScorecard: ({ items }) => ({ line: `GET /agents/${items.agents.id}/scorecard` }),
  listScorecardSessions: ({ items }) => ({ line: `GET /agents/${items.agents.id}/scorecard/sessions` }),
  listSessions: ({ owner }) => ({ line: `GET /sessions?user_id=${owner.user.id}&search=aardvark` }),
  countSessions: ({ owner }) => ({ line: `GET /telemetry/sessions/count?user_id=${owner.user.id}&search=aardvark` }),
  exportSessions: ({ owner }) => ({ line: `GET /telemetry/sessions/export?user_id=${owner.user.id}&search=aardvark` }),
  getDashboardSummary: ({ owner }) => ({ line: `GET /dashboard/summary?user_id=${owner.user.id}` }),
  getDashboardSeries: ({ owner }) => ({ line: `GET /dashboard/series?metric=sessions&user_id=${owner.user.id}` }),
  getDashboardBreakdown: ({ owner }) => ({ line: `GET /dashboard/breakdown?by=day&user_id=${owner.user.id}` }),
  exportDashboardBreakdown: ({ owner }) => ({
    line: `GET /dashboard/breakdown/export?by=day&user_id=${owner.user.id}`,
  }),
  listDashboardFailures: ({ owner }) => ({ line: `GET /dashboard/failures?user_id=${owner.user.id}` }),
  exportDashboardFailures: ({ owner }) => ({ line: `GET /dashboard/failures/export?user_id=${owner.user.id}` }),
  resolveName: ({ items }) => ({
    line: `GET /registry/resolve?type=skill&identifier=${encodeURIComponent(items.skills.qualified_name)}`,
  }),
  getFeed: ({ feed }) => ({ line: `GET /feeds/${feed}` }),
  getPolicy: ({ feed }) => ({ line: `GET /policy/copilot?feed_id=${feed}` }),
  listMcpServers: ({ items }) => ({ line: `GET /v0.1/servers?search=${items.mcps.name}` }),
  listMcpServerVersions: ({ items }) => ({ line: `GET /v0.1/servers/${serverNameOf(items.mcps)}/versions` }),
  getMcpServerVersion: ({ items }) => ({ line: `GET /v0.1/servers/${serverNameOf(items.mcps)}/versions/latest` }),
  getSkillIndex: () => ({ line: "GET /.well-known/agent-skills/index.json" }),
  getSkillArtifact: ({ items: { skills } }) => ({
    line: `GET /.well-known/agent-skills/${skills.qualified_name}/1.0.0/SKILL.md`,
  }),
  getSkillFileIndex: () => ({ line: "GET /.well-known/skills/index.json" }),
  getSkillFile: ({ items }) => ({ line: `GET /.well-known/skills/${items.skills.slug}/SKILL.md` }),
  callMcp: ({ items }) => ({
    line: "POST /mcp",
    isRoot: true,
    headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" },
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "get", arguments: { item: items.skills.id, type: "skills" } },
    },
  }),
  getBudget: ({ budget }) => ({ line: `GET /budgets/${budget}` }),
  listSubmissions: () => ({ line: "GET /review" }),
  getSubmission: ({ pending }) => ({ line: `GET /review/${pending.id}` }),
  listSubmissionFiles: ({ pending }) => ({ line: `GET /review/${pending.id}/files` }),
  listComments: ({ pending }) => ({ line: `GET /review/${pending.id}/comments` }),
};

const BODIES: Readonly<Record<string, (data: ForeignData) => object>> = {
  installItem: () => ({ harness: "claude-code" }),
  renderPrompt: () => ({ variables: { topic: "a", audience: "b" } }),
  searchEntries: ({ items }) => ({ query: { text: items.skills.name }, pageSize: 100 }),
  executeGraphql: ({ session }) => ({ query: `{ session(id: "${session}") { sessionId events { totalCount } } }` }),
};
