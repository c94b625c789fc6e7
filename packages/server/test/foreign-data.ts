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
  return { owner, session, items: items as ForeignData["items"], pending, team };
}

export interface Question {
  readonly line: Parameters<Send>[0];
  readonly body?: object;
}

/** One call of an endpoint that shows the data, if it shows data of others at all. */
export function questionOf(named: NamedEndpoint, data: ForeignData): Question {
  const special = SPECIAL[named.name]?.(data);
  if (special) return special;
  const { endpoint } = named;
  const type = typeOf(endpoint);
  const item = type ? data.items[type] : data.items.skills;
  const id = endpoint.module === "telemetry" ? data.session : endpoint.module === "teams" ? data.team.id : item.id;
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

const SPECIAL: Readonly<Record<string, (data: ForeignData) => Question>> = {
  listSessions: ({ owner }) => ({ line: `GET /sessions?user_id=${owner.user.id}&search=aardvark` }),
  getDashboardSummary: ({ owner }) => ({ line: `GET /dashboard/summary?user_id=${owner.user.id}` }),
  getDashboardSeries: ({ owner }) => ({ line: `GET /dashboard/series?metric=sessions&user_id=${owner.user.id}` }),
  resolveName: ({ items }) => ({
    line: `GET /registry/resolve?type=skill&identifier=${encodeURIComponent(items.skills.qualified_name)}`,
  }),
  listSubmissions: () => ({ line: "GET /review" }),
  getSubmission: ({ pending }) => ({ line: `GET /review/${pending.id}` }),
};

const BODIES: Readonly<Record<string, (data: ForeignData) => object>> = {
  installItem: () => ({ harness: "claude-code" }),
  renderPrompt: () => ({ variables: { topic: "a", audience: "b" } }),
  searchEntries: ({ items }) => ({ query: { text: items.skills.name }, pageSize: 100 }),
  executeGraphql: ({ session }) => ({ query: `{ session(id: "${session}") { sessionId events { totalCount } } }` }),
};
