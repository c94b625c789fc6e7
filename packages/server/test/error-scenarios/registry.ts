import { randomUUID } from "node:crypto";
import { ITEM_TYPES, REGISTRY, type EndpointShape, type ItemType } from "@tackroom/contract";
import { ENDPOINTS } from "../endpoints.js";
import {
  agentOfPending,
  agentOfRejected,
  agentWithProblems,
  ambiguousName,
  ask,
  beingEdited,
  boundName,
  draft,
  inWorld,
  NO_COMPONENT,
  pinned,
  published,
  stranger,
  submit,
  teamOf,
  withoutDescription,
  type Request,
  type TypedScenario,
  type World,
} from "./registry-world.js";
import type { Scenario } from "./scenario.js";

type Body = Readonly<Record<string, unknown>>;
type Named = (world: World) => Promise<Request>;

const HIDDEN = "a\u202eb";
const pending: Named = async ({ shelf, type, user }) => ({ id: (await shelf.submit(type, user)).id });
const approved: Named = async ({ shelf, type, user }) => ({ id: (await shelf.publish(type, user)).id });
const given =
  (item: Named, body: Body | ((world: World) => Body | Promise<Body>)): Named =>
  async (world) => ({ ...(await item(world)), body: typeof body === "function" ? await body(world) : body });
const byBoss =
  (item: Named): Named =>
  async (world) => ({ ...(await item(world)), by: world.boss });
const after =
  (item: Named, line: (id: string) => `${"PATCH" | "POST"} ${string}`, body?: Body): Named =>
  async (world) => {
    const { id } = await item(world);
    await world.send(line(`/${world.type}/${id}`), { token: world.user.token, body });
    return { id };
  };
const edited: Named = async (world) => ({ id: (await beingEdited(world)).id, by: world.boss });
const takenName = async ({ shelf, type, user }: World): Promise<Body> => ({
  name: (await shelf.submit(type, user)).name,
});
const ofBound = async (world: World): Promise<Body> => ({ name: await boundName(world) });
const inTeam: Named = async (world) => {
  const team_id = await teamOf(world, world.user);
  return { id: (await world.shelf.submit(world.type, world.user, { team_id })).id };
};
/** The user's, under a name that something of the boss has too. */
const takenByBoss = async ({ shelf, type, user, boss }: World): Promise<string> => {
  const { id, name } = await shelf.submit(type, user);
  await shelf.submit(type, boss, { name });
  return id;
};
/** The user's, offered to the boss, who answers. */
const toBoss =
  (item: Named): Named =>
  async (world) => {
    const { id } = await item(world);
    const { send, type, user, boss } = world;
    await send(`POST /${type}/${id}/transfer-ownership`, { token: user.token, body: { user_id: boss.user.id } });
    return { id, by: boss };
  };
const severalOffers: Named = async (world) => {
  const { shelf, type, user, people } = world;
  const { id, name } = await shelf.submit(type, user);
  const other = await people.join();
  const theirs = await shelf.submit(type, other, { name });
  await toBoss(async () => ({ id }))(world);
  await toBoss(async () => theirs)({ ...world, user: other });
  return { id: name, by: world.boss };
};
const rejectedPart = async (world: World): Promise<Request> => ({ id: await agentOfRejected(world) });
const problems = async (world: World): Promise<Request> => ({ id: await agentWithProblems(world) });

/** Complete, and yet nothing that could be reviewed. */
const WRONG: Readonly<Record<ItemType, Body>> = {
  mcps: { category: "general", command: "npx", url: "https://example.com/mcp" },
  agents: { model_name: "m", prompt: "p", models_by_harness: { "no-such-harness": "m" } },
  skills: { task_type: "general", skill_md_content: "no front matter" },
  hooks: { event: "Stop", handler_type: "command", handler_config: {} },
  prompts: { category: "general", template: "Hello", variables: [{ name: "twice" }, { name: "twice" }] },
  sandboxes: { runtime_type: "docker", image: "not an image" },
};
const wrongDraft: Named = async (world) => ({
  id: await draft(world, { description: "Something", ...WRONG[world.type] }),
});

/** About an item that is there, by the endpoint and its error. */
const ITEM_ERRORS: Readonly<Record<string, Named>> = {
  "renameItem name_taken": given(pending, takenName),
  "renameItem conflict": given(pending, ofBound),
  "renameItem validation_failed": given(pending, { name: HIDDEN }),
  "deleteItem invalid_state": approved,
  "archiveItem invalid_state": pending,
  "unarchiveItem invalid_state": pending,
  "updateDraft invalid_state": approved,
  "updateDraft edit_locked": edited,
  "updateDraft name_taken": given(pending, takenName),
  "updateDraft conflict": given(pending, ofBound),
  "updateDraft validation_failed": given(pending, { visibility: "owner" }),
  "startEdit invalid_state": approved,
  "startEdit edit_locked": edited,
  "cancelEdit edit_locked": edited,
  "submitDraft invalid_state": pending,
  "submitDraft edit_locked": edited,
  "submitDraft validation_failed": wrongDraft,
  "releaseVersion invalid_state": after(approved, (item) => `PATCH ${item}/archive`),
  "releaseVersion conflict": given(approved, { version: "1.0.0" }),
  "releaseVersion validation_failed": given(approved, { supported_harnesses: ["no-such-harness"] }),
  "installItem validation_failed": given(approved, { harness: "no-such-harness" }),
  "installItem invalid_state": given(
    after(approved, (item) => `PATCH ${item}/versions/1.0.0`, { yanked: true }),
    { version: "1.0.0" },
  ),
  "installItem conflict": given(approved, { digest: "sha256:0" }),
  "updateVersion invalid_state": pending,
  "updateVersion validation_failed": given(approved, { deprecated: HIDDEN }),
  "reviewVersion invalid_state": byBoss(approved),
  "reviewVersion edit_locked": edited,
  "reviewVersion changed_since_review": byBoss(given(pending, { digest: `sha256:${"0".repeat(64)}` })),
  "reviewVersion validation_failed": byBoss(async (world) => ({ id: await withoutDescription(world) })),
  "addCoAuthor validation_failed": given(pending, ({ boss }) => ({ email: boss.user.email })),
  "addCoAuthor conflict": async (world) => {
    const body = { user_id: world.boss.user.id };
    return after(pending, (item) => `POST ${item}/co-authors`, body)(world);
  },
  "transferOwnership validation_failed": given(pending, ({ boss }) => ({ email: boss.user.email })),
  "transferOwnership name_taken": async (world) => ({ id: await takenByBoss(world), by: world.boss }),
  "transferOwnership conflict": inTeam,
  "acceptTransfer name_taken": toBoss(async (world) => ({ id: await takenByBoss(world) })),
  "acceptTransfer conflict": async (world) => {
    const { send, user, boss } = world;
    const team_id = await teamOf(world, user);
    const member = { token: user.token, body: { user_id: boss.user.id } };
    await send(`POST /teams/${team_id}/members`, member);
    const offered = toBoss(async ({ shelf, type }) => ({ id: (await shelf.submit(type, user, { team_id })).id }));
    const request = await offered(world);
    await send(`DELETE /teams/${team_id}/members/${boss.user.id}`, { token: user.token });
    return request;
  },
  "acceptTransfer ambiguous_name": severalOffers,
  "declineTransfer ambiguous_name": severalOffers,
};

const AGENT_ERRORS: Readonly<Record<string, Named>> = {
  "renameItem invalid_components": rejectedPart,
  "updateDraft invalid_components": given(pending, NO_COMPONENT),
  "submitDraft invalid_components": async (world) => ({ id: await agentOfRejected(world, true) }),
  "releaseVersion invalid_components": given(approved, NO_COMPONENT),
  "installItem lock_problems": given(problems, { strict: true }),
  "reviewVersion blocking_components": async (world) => ({ id: await agentOfPending(world), by: world.boss }),
  "transferOwnership invalid_components": byBoss(rejectedPart),
  "acceptTransfer invalid_components": toBoss(rejectedPart),
};

const COMPONENT_ERRORS: Readonly<Record<string, Named>> = {
  "deleteItem pinned": async (world) => ({ id: await pinned(world), by: world.boss }),
};

/** By the endpoints that a contract has once. */
const SINGLE_ERRORS: Readonly<Record<string, readonly [ItemType, Named]>> = {
  "updateAgent invalid_state": ["agents", approved],
  "updateAgent validation_failed": ["agents", given(pending, { visibility: "owner" })],
  "updateAgent edit_locked": ["agents", edited],
  "updateAgent name_taken": ["agents", given(pending, takenName)],
  "updateAgent conflict": ["agents", given(pending, ofBound)],
  "updateAgent invalid_components": ["agents", given(pending, NO_COMPONENT)],
  "getManifest invalid_components": ["agents", problems],
  "renderPrompt validation_failed": ["prompts", approved],
  "setVisibility validation_failed": ["skills", given(pending, { visibility: "team" })],
  "setVisibility conflict": [
    "hooks",
    given(pending, async (world) => ({
      visibility: "public",
      team_id: await teamOf(world, world.user, "private"),
    })),
  ],
  "setVisibility name_taken": [
    "mcps",
    async (world) => {
      const team_id = await teamOf(world, world.user);
      const { id, name } = await world.shelf.submit(world.type, world.user);
      await world.shelf.submit(world.type, world.user, { name, team_id });
      return { id, body: { visibility: "team", team_id } };
    },
  ],
  "setVisibility invalid_components": [
    "agents",
    given(rejectedPart, async (world) => ({ visibility: "team", team_id: await teamOf(world, world.user) })),
  ],
};

/** Submitting and beginning a draft: two ways to make something. */
function creationErrors(make: (world: World, body: Body) => ReturnType<TypedScenario>): Record<string, TypedScenario> {
  return {
    validation_failed: (world) => make(world, { supported_harnesses: ["no-such-harness"] }),
    name_taken: async (world) => make(world, { name: (await published(world)).name }),
    not_found: (world) => make(world, { team_id: randomUUID() }),
    forbidden: async (world) => make(world, { team_id: await teamOf(world, world.boss) }),
    conflict: async (world) => make(world, { team_id: await teamOf(world, world.user, "private") }),
  };
}
const CREATIONS = {
  submitItem: submit,
  createDraft: ({ send, type, user: { token } }: World, body: Body) =>
    send(`POST /${type}/draft`, { token, body: { name: `draft-${randomUUID().slice(0, 8)}`, ...body } }),
} as const;

/** What every endpoint does that is about an item which its path names. */
function namedErrors(name: string, endpoint: EndpointShape): Record<string, TypedScenario> {
  const mayBeForbidden = endpoint.access === "user" && endpoint.errors.includes("forbidden");
  return {
    not_found: (world) => ask(world, name, endpoint, { id: randomUUID(), by: world.boss }),
    ambiguous_name: async (world) => ask(world, name, endpoint, { id: await ambiguousName(world), by: world.boss }),
    ...(mayBeForbidden
      ? {
          forbidden: async (world: World) =>
            ask(world, name, endpoint, { id: (await published(world)).id, by: await stranger(world) }),
        }
      : {}),
  };
}

function scenariosOf(type: ItemType): [pair: string, Scenario][] {
  const endpoints: Readonly<Record<string, EndpointShape>> = REGISTRY[type];
  const more = type === "agents" ? AGENT_ERRORS : COMPONENT_ERRORS;
  const table: Record<string, TypedScenario> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    if (endpoint.path.includes(":id")) addAll(table, name, namedErrors(name, endpoint));
  }
  for (const [pair, item] of Object.entries({ ...ITEM_ERRORS, ...more })) {
    const [name = ""] = pair.split(" ");
    const endpoint = endpoints[name];
    if (endpoint) table[pair] = async (world) => ask(world, name, endpoint, await item(world));
  }
  for (const [name, make] of Object.entries(CREATIONS)) {
    addAll(table, name, creationErrors(make));
    if (type === "agents") table[`${name} invalid_components`] = (world) => make(world, NO_COMPONENT);
  }
  return Object.entries(table).map(([pair, scenario]) => [`${type}.${pair}`, inWorld(type, scenario)]);
}

function addAll(table: Record<string, TypedScenario>, name: string, errors: Record<string, TypedScenario>): void {
  for (const [code, scenario] of Object.entries(errors)) table[`${name} ${code}`] = scenario;
}

const SINGLE: Readonly<Record<string, ItemType>> = {
  updateAgent: "agents",
  resolveAgent: "agents",
  getManifest: "agents",
  getLock: "agents",
  renderPrompt: "prompts",
  setVisibility: "mcps",
  getSync: "mcps",
  putSync: "mcps",
  rotateSyncSecret: "mcps",
  runSync: "mcps",
  disableSync: "mcps",
  listSyncRuns: "mcps",
};

function singleScenarios(): [pair: string, Scenario][] {
  const shared = Object.entries(SINGLE).flatMap(([name, type]) =>
    Object.entries(namedErrors(name, singleEndpoint(name))).map(([code, scenario]): [string, Scenario] => [
      `${name} ${code}`,
      inWorld(type, scenario),
    ]),
  );
  const own = Object.entries(SINGLE_ERRORS).map(([pair, [type, item]]): [string, Scenario] => {
    const [name = ""] = pair.split(" ");
    return [pair, inWorld(type, async (world) => ask(world, name, singleEndpoint(name), await item(world)))];
  });
  return [...shared, ...own];
}

const singleEndpoint = (name: string): EndpointShape =>
  ENDPOINTS.find((each) => each.name === name)?.endpoint as EndpointShape;

export const REGISTRY_SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...Object.fromEntries([...ITEM_TYPES.flatMap(scenariosOf), ...singleScenarios()]),
  "resolveName not_found": ({ send, user: { token } }) =>
    send("GET /registry/resolve?type=mcp&identifier=no-such-name", { token }),
  "resolveName ambiguous_name": inWorld("mcps", async (world) =>
    world.send(`GET /registry/resolve?type=mcp&identifier=${await ambiguousName(world)}`, { token: world.boss.token }),
  ),
  "importItems validation_failed": ({ send, user: { token } }) => send("POST /import", { token, body: {} }),
  "planImport validation_failed": ({ send, user: { token } }) => send("POST /import/plan", { token, body: {} }),
  "listImportedItems validation_failed": ({ send, user: { token } }) => send("GET /me/imports/items", { token }),
  "scan validation_failed": ({ send, user: { token } }) => send("POST /scan", { token, body: {} }),
};
