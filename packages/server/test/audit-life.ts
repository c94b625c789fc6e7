import { randomUUID } from "node:crypto";
import * as contract from "@tackroom/contract";
import { fullPath, ITEM_TYPES, KINDS, REGISTRY, type EndpointShape, type ItemType } from "@tackroom/contract";
import type { Walked, Walker } from "./audit-walk.js";
import { submissionOf } from "./items.js";
import type { Person } from "./people.js";
import type { TestServer } from "./server.js";

type Body = Readonly<Record<string, unknown>>;
type Steps = Readonly<Record<string, EndpointShape>>;

/** Whoever lives with items, and who reviews what they do. */
export interface Lives {
  readonly server: TestServer;
  readonly owner: Walker;
  readonly reviewer: Walker;
  readonly friend: Person;
}

/** Lives the life of an item of every type, each step of which succeeds. Walks only see what is refused. */
export async function liveWithItems(lives: Lives): Promise<Walked[]> {
  const walked: Walked[] = [];
  for (const type of ITEM_TYPES) walked.push(...(await liveOf(type, lives)));
  return [...walked, await scanned(lives), await imported(lives)];
}

interface Step {
  readonly id?: string;
  readonly body?: Body;
  readonly by?: Walker;
}

async function liveOf(type: ItemType, { server, owner, reviewer, friend }: Lives): Promise<Walked[]> {
  const endpoints: Steps = { ...REGISTRY[type], ...SHARED };
  const walked: Walked[] = [];
  const step = async (name: string, { id = "", body = {}, by = owner }: Step): Promise<{ id: string }> => {
    const endpoint = endpoints[name] as EndpointShape;
    const done = await call(server, endpoint, { type, id, body, by, friend });
    walked.push({ ...done, about: { resource_id: id || done.answer.json<{ id: string }>().id } });
    return done.answer.statusCode === 204 ? { id } : done.answer.json();
  };
  const { id } = await step("submitItem", { body: submissionOf(type) });
  await step("startEdit", { id });
  await step("updateDraft", { id, body: { description: "Better" } });
  await step("cancelEdit", { id });
  if (type === "agents") await step("updateAgent", { id, body: { description: "Best" } });
  await step("renameItem", { id, body: { name: `renamed-${randomUUID().slice(0, 8)}` } });
  walked.push(...(await discussed({ server, type, id, owner, reviewer, friend })));
  await step("rejectSubmission", { id, by: reviewer, body: { reason: "Not yet" } });
  await step("submitDraft", { id });
  await step("approveSubmission", { id, by: reviewer });
  const release = { version: "2.0.0", description: "More", ...(type === "agents" ? { model_name: "sonnet-x" } : {}) };
  walked.push(await released(server, endpoints, { type, id, body: release, by: owner, friend }));
  await step("reviewVersion", { id, by: reviewer, body: { action: "approve" } });
  await step("updateVersion", { id, body: { deprecated: "Use another" } });
  // An install leaves an event of its own, and no record.
  const install = { type, id, body: { harness: "claude-code" }, by: reviewer, friend };
  await call(server, REGISTRY[type].installItem, install);
  await step("forgetInstall", { id, by: reviewer });
  await step("archiveItem", { id });
  await step("unarchiveItem", { id });
  await step("addCoAuthor", { id, body: { user_id: friend.user.id } });
  await step("removeCoAuthor", { id });
  await step("setVisibility", { id, body: { visibility: "owner" } });
  const byFriend = { name: "a friend", person: friend };
  for (const answer of ["declineTransfer", "acceptTransfer"]) {
    await step("transferOwnership", { id, body: { user_id: friend.user.id } });
    await step(answer, { id, by: byFriend });
  }
  const draft = await step("createDraft", { body: submissionOf(type) });
  await step("deleteItem", { id: draft.id });
  return walked;
}

const { updateAgent, setVisibility, approveSubmission, rejectSubmission, forgetInstall } = contract;
const SHARED: Steps = { updateAgent, setVisibility, approveSubmission, rejectSubmission, forgetInstall };

interface Request {
  readonly type: ItemType;
  readonly id: string;
  readonly body: Body;
  readonly by: Walker;
  readonly friend: Person;
  readonly comment?: string;
}

interface Discussed extends Lives {
  readonly type: ItemType;
  readonly id: string;
}

/** What reviewers and authors say about a submission before it is decided on. */
async function discussed({ server, type, id, owner, reviewer, friend }: Discussed): Promise<Walked[]> {
  const about = { resource_id: id };
  const say = async (endpoint: EndpointShape, body: Body, by: Walker, comment = ""): Promise<Walked> => ({
    ...(await call(server, endpoint, { type, id, body, by, friend, comment })),
    about,
  });
  const headers = { host: "localhost:8000", authorization: `Bearer ${reviewer.person?.token ?? ""}` };
  const shown = await server.app.inject({ method: "GET", url: `/api/v1/review/${id}`, headers });
  const { digest } = shown.json<{ digest: string }>();
  const made = await say(contract.createComment, { text: "Why?", digest }, reviewer);
  const comment = made.answer.json<{ id: string }>().id;
  const submissions = [{ id, digest }];
  return [
    made,
    await say(contract.updateComment, { resolved: true }, owner, comment),
    await say(contract.deleteComment, {}, reviewer, comment),
    await say(contract.requestChanges, { message: "Pin it.", digest }, reviewer),
    await say(contract.decideSubmissions, { action: "reject", reason: "Not yet", submissions }, reviewer),
    await say(REGISTRY[type].submitDraft, {}, owner),
  ];
}

/** The answer is a version, whose id is not the item's. */
async function released(server: TestServer, endpoints: Steps, request: Request): Promise<Walked> {
  const done = await call(server, endpoints["releaseVersion"] as EndpointShape, request);
  return { ...done, about: { resource_id: request.id } };
}

/** More than one transaction's worth, and yet one call. */
async function scanned({ server, owner, friend }: Lives): Promise<Walked> {
  const mcps = Array.from({ length: 60 }, (_, index) => ({ name: `scanned ${index}`, command: "npx" }));
  const body = { harness: "cursor", mcps };
  return call(server, contract.scan, { type: "mcps", id: "", body, by: owner, friend });
}

/** One entry, as each leaves a record of its own. */
async function imported({ server, owner, friend }: Lives): Promise<Walked> {
  const items = [
    { type: "mcp", path: ".mcp.json", payload: { ...submissionOf("mcps"), name: `imported-${randomUUID()}` } },
  ];
  const body = { repository: "https://git.example/acme/tools", items };
  const done = await call(server, contract.importItems, { type: "mcps", id: "", body, by: owner, friend });
  return { ...done, about: { resource_id: done.answer.json<{ results: { id: string }[] }>().results[0]?.id ?? "" } };
}

async function call(
  { app }: TestServer,
  endpoint: EndpointShape,
  { type, id, body, by, friend, comment = "" }: Request,
): Promise<Walked> {
  const url = fullPath(endpoint)
    .replace(":kind", KINDS[type].kind)
    .replace(":id", id)
    .replace(":v", endpoint === REGISTRY[type].reviewVersion ? "2.0.0" : "1.0.0")
    .replace(":user_id", friend.user.id)
    .replace(":comment_id", comment);
  const answer = await app.inject({
    method: endpoint.method,
    url,
    headers: { host: "localhost:8000", authorization: `Bearer ${by.person?.token ?? ""}` },
    payload: body,
  });
  const what = `${endpoint.method} ${fullPath(endpoint)} of ${type} by ${by.name}`;
  if (answer.statusCode >= 300) throw new Error(`${what}: ${answer.statusCode} ${answer.body}`);
  return { what, endpoint, walker: by, method: endpoint.method, answer };
}
