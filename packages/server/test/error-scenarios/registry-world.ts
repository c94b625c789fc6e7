import { randomUUID } from "node:crypto";
import { fullPath, BASE_PATH, KINDS, type EndpointShape, type ItemType } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { runSql } from "../../src/platform/relational/index.js";
import { stockShelf, submissionOf, type Shelf, type Shown } from "../items.js";
import type { Person } from "../people.js";
import type { Scenario, Stage } from "./scenario.js";

type Body = Readonly<Record<string, unknown>>;

/** A stage with shelves for items of one type. */
export interface World extends Stage {
  readonly type: ItemType;
  readonly shelf: Shelf;
}

/** One scenario for whichever type. */
export type TypedScenario = (world: World) => Promise<LightMyRequestResponse>;

/** The boss reviews. */
export const inWorld =
  (type: ItemType, scenario: TypedScenario): Scenario =>
  (stage) =>
    scenario({ ...stage, type, shelf: stockShelf(stage.send, stage.boss) });

export interface Request {
  readonly id: string;
  readonly by?: Person;
  readonly body?: Body | undefined;
}

/** Calls an endpoint about an item, with a body that it takes unless another is given. */
export function ask(
  world: World,
  name: string,
  endpoint: EndpointShape,
  { id, by = world.user, body }: Request,
): Promise<LightMyRequestResponse> {
  const path = fullPath(endpoint)
    .slice(BASE_PATH.length)
    .replace(":kind", KINDS[world.type].kind)
    .replace(":id", id)
    .replace(/:[vab]\b/g, "1.0.0")
    .replace(":user_id", randomUUID());
  const given = { ...GOOD_BODIES[name]?.(world), ...body };
  return world.send(`${endpoint.method} ${path}`, {
    token: by.token,
    ...(endpoint.method === "GET" ? {} : { body: given }),
  });
}

const toBoss = ({ boss }: Stage): Body => ({ user_id: boss.user.id });

/** What each endpoint would accept; those that are not here need nothing. */
const GOOD_BODIES: Readonly<Record<string, (world: World) => Body>> = {
  renameItem: () => ({ name: `renamed-${randomUUID().slice(0, 8)}` }),
  updateDraft: () => ({ description: "Another" }),
  updateAgent: () => ({ description: "Another" }),
  releaseVersion: ({ type }) => ({
    version: "2.0.0",
    description: "More",
    ...(type === "agents" ? { model_name: "sonnet-x" } : {}),
  }),
  installItem: () => ({ harness: "cursor" }),
  updateVersion: () => ({ deprecated: "Use another" }),
  reviewVersion: () => ({ action: "approve" }),
  addCoAuthor: toBoss,
  transferOwnership: toBoss,
  setVisibility: () => ({ visibility: "owner" }),
  renderPrompt: () => ({ variables: {} }),
};

/** Made once for all scenarios of a type, none of which changes it. */
function once<T>(make: (world: World) => Promise<T>): (world: World) => Promise<T> {
  const made = new WeakMap<object, Map<ItemType, Promise<T>>>();
  return (world) => {
    const byType = made.get(world.server) ?? new Map<ItemType, Promise<T>>();
    made.set(world.server, byType);
    const known = byType.get(world.type) ?? make(world);
    byType.set(world.type, known);
    return known;
  };
}

/** Approved, public, and the stage's user's. */
export const published = once(({ shelf, type, user }) => shelf.publish(type, user));

/** A name that two people have given to something. */
export const ambiguousName = once(async ({ shelf, type, user, boss }) => {
  const { name } = await shelf.submit(type, user);
  await shelf.submit(type, boss, { name });
  return name;
});

export const stranger = once(({ people }) => people.join());

export async function teamOf({ send }: Stage, { token }: Person, visibility = "public"): Promise<string> {
  const body = { name: "Team", handle: `team-${randomUUID().slice(0, 8)}`, visibility };
  return (await send("POST /teams", { token, body })).json().id as string;
}

/** A name under which version 1.0.0 was published by the user, and deleted. */
export async function boundName({ shelf, type, user, boss, send }: World): Promise<string> {
  const item = await shelf.publish(type, user);
  await send(`DELETE /${type}/${item.id}`, { token: boss.token });
  return item.name;
}

/** Pending, and being edited by its owner. */
export async function beingEdited({ shelf, type, user, send }: World): Promise<Shown> {
  const item = await shelf.submit(type, user);
  await send(`POST /${type}/${item.id}/start-edit`, { token: user.token });
  return item;
}

export const draft = async ({ send, type, user: { token } }: World, body: Body): Promise<string> =>
  (await send(`POST /${type}/draft`, { token, body: { name: `draft-${randomUUID().slice(0, 8)}`, ...body } })).json()
    .id as string;

export const submit = ({ send, type, user: { token } }: World, more: Body): Promise<LightMyRequestResponse> =>
  send(`POST /${type}`, { token, body: submissionOf(type, more) });

const component = ({ id }: Pick<Shown, "id">): Body => ({ components: [{ component_type: "mcp", component_id: id }] });

/** Of an agent: nothing is behind its component. */
export const NO_COMPONENT = component({ id: "00000000-0000-4000-8000-000000000000" });

const COMPLETE = { description: "An agent", model_name: "sonnet-x", prompt: "You review changes." };

/** A pending agent, or a draft of one, whose component has been rejected meanwhile. */
export async function agentOfRejected(world: World, isDraft = false): Promise<string> {
  const { shelf, send, user, boss } = world;
  const mcp = await shelf.submit("mcps", user);
  const id = isDraft
    ? await draft(world, { ...COMPLETE, ...component(mcp) })
    : (await shelf.submit("agents", user, component(mcp))).id;
  await send(`POST /review/${mcp.id}/reject`, { token: boss.token, body: {} });
  return id;
}

/** An approved agent whose component is waiting for a review again. */
export async function agentWithProblems({ shelf, send, user }: World): Promise<string> {
  const mcp = await shelf.publish("mcps", user, { visibility: "owner" });
  const agent = await shelf.publish("agents", user, component(mcp));
  await send(`PATCH /registry/mcp/${mcp.id}/visibility`, { token: user.token, body: { visibility: "public" } });
  return agent.id;
}

/** A pending agent whose component is pending too. */
export async function agentOfPending({ shelf, user }: World): Promise<string> {
  return (await shelf.submit("agents", user, component(await shelf.submit("mcps", user)))).id;
}

/** An approved item that an agent is made of. */
export async function pinned({ shelf, type, user }: World): Promise<string> {
  const item = await shelf.publish(type, user);
  const components = [{ component_type: KINDS[type].kind, component_id: item.id }];
  await shelf.submit("agents", user, { components });
  return item.id;
}

/** Waits for a review, although it could no longer be submitted. */
export async function withoutDescription({ server, shelf, type, user }: World): Promise<string> {
  const { id } = await shelf.submit(type, user);
  await runSql(server.platform.relational, "UPDATE item_version SET description = '' WHERE item_id = $1", [id]);
  return id;
}
