import { ITEM_TYPES, KINDS, type ItemType } from "@tackroom/contract";
import { expect } from "vitest";
import type { Random } from "../fuzz/random.js";
import { submissionOf } from "../items.js";
import type { Person, Send } from "../people.js";
import type { ReleaseModel, WalkedItem } from "./release-model.js";

/** Few enough that operations keep meeting each other; further ones later, because names and numbers are used up for ever. */
const NAMES = ["atlas", "borea", "cedar", "dune", "ember"];
const ITEMS_PER_AGE = 60;
const nameFor = ({ random, model }: Walker): string =>
  `${random.pick(NAMES)}-${Math.floor(model.items.length / ITEMS_PER_AGE)}`;

export interface Walker {
  readonly send: Send;
  readonly random: Random;
  /** Two users and a reviewer, who own things and are each other's co-authors at times. */
  readonly people: readonly Person[];
  readonly admin: Person;
  /** Owns nothing, and belongs to no team. */
  readonly stranger: Person;
  readonly teams: readonly string[];
  readonly model: ReleaseModel;
}

type Json = Record<string, never> & Record<string, unknown>;
interface Answered {
  readonly status: number;
  readonly json: Json;
}

export type Step = (walker: Walker) => Promise<number>;

async function ask({ send }: Walker, by: Person, line: Parameters<Send>[0], body?: object): Promise<Answered> {
  const answer = await send(line, { token: by.token, ...(body ? { body } : {}) });
  if (answer.statusCode >= 500) throw new Error(`${line} ${JSON.stringify(body)}: ${answer.statusCode} ${answer.body}`);
  const isJson = String(answer.headers["content-type"]).includes("json");
  return { status: answer.statusCode, json: (answer.body && isJson ? answer.json() : { text: answer.body }) as Json };
}

/** Mostly someone who may: the walk is about what happens, not about who is refused. */
const someone = ({ random, people, admin }: Walker): Person => (random.chance(0.5) ? random.pick(people) : admin);

const numberFor = ({ below, chance }: Random, type: ItemType): string =>
  `${below(3)}.${below(3)}.${below(3)}${type !== "agents" && chance(0.15) ? "-rc.1" : ""}`;

const said = ({ below }: Random): string => `Step ${below(1_000_000)}`;

const onItem =
  (act: (walker: Walker, item: WalkedItem, path: string) => Promise<Answered>): Step =>
  async (walker) => {
    const { random, model } = walker;
    if (model.items.length === 0) return 0;
    // The newest most often: what is old is mostly deleted.
    const among = random.chance(0.7) ? model.items.slice(-30) : model.items;
    const item = random.pick(among);
    return (await act(walker, item, `/${item.type}/${item.id}`)).status;
  };

const submit: Step = async (walker) => {
  const { random, model, people, teams } = walker;
  const type = random.pick(ITEM_TYPES);
  const parts = model.items
    .filter((item) => item.type !== "agents" && !item.isDeleted)
    .slice(-3)
    .map((item) => ({ component_type: KINDS[item.type].kind, component_id: item.id }));
  const visibility = random.pick(["public", "owner", "team"]);
  const body = submissionOf(type, {
    name: nameFor(walker),
    version: numberFor(random, type),
    description: said(random),
    visibility,
    ...(visibility === "team" || random.chance(0.2) ? { team_id: random.pick(teams) } : {}),
    ...(type === "mcps" ? { args: ["-y", `@acme/tickets@1.0.${random.below(1000)}`] } : {}),
    ...(type === "agents" && random.chance(0.5) ? { components: parts } : {}),
    ...(type === "agents" ? { success_criteria: { intended_purpose: said(random), success_metrics: [] } } : {}),
  });
  const { status, json } = await ask(walker, random.pick(people), `POST /${type}`, body);
  if (status === 201) model.add(type, json as never);
  if (status === 200) {
    // One's own unapproved item was replaced.
    const item = model.items.find(({ id }) => id === json["id"]);
    expect(item && model.wasReleased(item), `replaced ${json["id"]}`).toBe(false);
    if (item) item.isPublic = json["visibility"] === "public";
  }
  return status;
};

const approve = onItem(async (walker, item, path) => {
  const { admin, model } = walker;
  const answer = await ask(walker, someone(walker), `POST /review/${item.id}/approve`, {});
  if (answer.status !== 200) return answer;
  const number = String(answer.json["version"]);
  const version = await ask(walker, admin, `GET ${path}/versions/${number}`);
  const statement = await ask(walker, admin, `GET ${path}/versions/${number}/attestation`);
  const release = { digest: String(version.json["digest"]), attestation: String(statement.json["text"]) };
  expect(model.released(item, number, release)).toBeUndefined();
  const components = (version.json["components"] ?? []) as { status: string }[];
  expect(components.filter(({ status }) => status !== "approved")).toEqual([]);
  return answer;
});

const setVisibility = onItem(async (walker, item) => {
  const { random, teams, model } = walker;
  const by = someone(walker);
  const wish = { visibility: random.pick(["public", "owner", "team"]) };
  const body = random.chance(0.4) ? { ...wish, team_id: random.pick(teams) } : wish;
  const path = `PATCH /registry/${KINDS[item.type].kind}/${item.id}/visibility` as const;
  const answer = await ask(walker, by, path, body);
  if (answer.status !== 200) return answer;
  const widened = !item.isPublic && wish.visibility === "public";
  item.isPublic = wish.visibility === "public";
  expect(model.named(item, String(answer.json["qualified_name"]))).toBeUndefined();
  if (widened && by.user.role !== "user") await approvedByMaker(walker, item);
  return answer;
});

/** A reviewer who makes something public has approved for everybody whatever is approved. */
async function approvedByMaker(walker: Walker, item: WalkedItem): Promise<void> {
  const listed = await ask(walker, walker.admin, `GET /${item.type}/${item.id}/versions?page_size=100`);
  for (const { version, status } of (listed.json["items"] ?? []) as { version: string; status: string }[]) {
    const known = item.versions.get(version);
    if (known && status === "approved") known.approvedForPublic = true;
  }
}

const remove = onItem(async (walker, item, path) => {
  if (walker.random.chance(0.6)) return ask(walker, walker.admin, `GET ${path}`);
  const by = someone(walker);
  const answer = await ask(walker, by, `DELETE ${path}`);
  if (answer.status !== 200) return answer;
  if (by.user.role !== "admin") expect(walker.model.wasReleased(item), `${path} by ${by.user.role}`).toBe(false);
  item.isDeleted = true;
  return answer;
});

const rename = onItem(async (walker, item, path) => {
  const answer = await ask(walker, someone(walker), `PATCH ${path}`, { name: nameFor(walker) });
  if (answer.status === 200) {
    expect(walker.model.named(item, String(answer.json["qualified_name"]))).toBeUndefined();
  }
  return answer;
});

const transfer = onItem(async (walker, item, path) => {
  const to = walker.random.pick(walker.people);
  const offered = await ask(walker, someone(walker), `POST ${path}/transfer-ownership`, { user_id: to.user.id });
  const moved = offered.status === 202 ? await ask(walker, to, `POST ${path}/transfer-ownership/accept`) : offered;
  if (moved.status === 200) {
    expect(walker.model.named(item, String(moved.json["qualified_name"]))).toBeUndefined();
  }
  return moved;
});

/** Any number that was released installs as it did at first, for whoever is allowed, and for nobody else. */
const install = onItem(async (walker, item, path) => {
  const [number, known] = walker.random.pick([...item.versions, [undefined, undefined]] as const);
  if (number === undefined) return ask(walker, walker.stranger, `POST ${path}/install`, { harness: "cursor" });
  const pinned = { harness: "cursor", version: number, digest: known.digest };
  const rendered = await ask(walker, walker.admin, `POST ${path}/install`, pinned);
  if (item.isDeleted) expect(rendered.status).toBe(404);
  else if (rendered.status === 200 && item.type !== "agents") {
    const { warnings: _warnings, ...shown } = rendered.json;
    known.rendered ??= JSON.stringify(shown);
    expect(JSON.stringify(shown), `${path} ${number}`).toBe(known.rendered);
  }
  const described = await ask(walker, walker.admin, `GET ${path}/versions/${number}`);
  const isApproved = described.json["status"] === "approved" && !item.isDeleted;
  const stranger = await ask(walker, walker.stranger, `POST ${path}/install`, pinned);
  const isAllowed = isApproved && item.isPublic;
  if (stranger.status === 200) expect([isAllowed, known.approvedForPublic], `${path} ${number}`).toEqual([true, true]);
  // A yanked version too, and one whose item has nothing else to show; an agent may have components that they cannot see.
  else if (item.type !== "agents") expect(isAllowed, `${path} ${number} is ${stranger.status}`).toBe(false);
  return stranger;
});

/** Every artifact that was ever released is what it was, or gone with its item. */
export async function artifact(walker: Walker, item: WalkedItem, number: string) {
  return walker.send(`GET /artifacts/${KINDS[item.type].kind}/${item.id}/${number}`, { token: walker.admin.token });
}

const body = onItem(async (walker, item) => {
  const [number, known] = walker.random.pick([...item.versions, [undefined, undefined]] as const);
  if (number === undefined) return { status: 0, json: {} };
  const answer = await artifact(walker, item, number);
  expect([200, 410]).toContain(answer.statusCode);
  if (answer.statusCode === 200) expect(answer.headers["x-artifact-digest"]).toBe(known.digest);
  return { status: answer.statusCode, json: {} };
});

const change = (line: (path: string, walker: Walker, item: WalkedItem) => [Parameters<Send>[0], object?]): Step =>
  onItem((walker, item, path) => ask(walker, someone(walker), ...line(path, walker, item)));

export const STEPS: readonly Step[] = [
  submit,
  submit,
  approve,
  approve,
  approve,
  setVisibility,
  setVisibility,
  remove,
  rename,
  transfer,
  install,
  install,
  body,
  change((path, { random }, { type }) => [
    `POST ${path}/versions`,
    {
      version: numberFor(random, type),
      description: said(random),
      ...(type === "agents" ? { model_name: "sonnet-x", refresh_components: true } : {}),
    },
  ]),
  change((path, { random }, { type, versions }) => [
    `PATCH ${path}/versions/${random.pick([...versions.keys(), numberFor(random, type)])}`,
    { yanked: random.chance(0.6) },
  ]),
  change((path, { random }) => [`PUT ${path}/draft`, { description: said(random) }]),
  change((path) => [`POST ${path}/submit`]),
  change((_path, _walker, { id }) => [`POST /review/${id}/reject`, { reason: "no" }]),
  change((path, { random }) => [`PATCH ${path}/${random.pick(["archive", "unarchive"])}`]),
  change((path, { random, people }) => [`POST ${path}/co-authors`, { user_id: random.pick(people).user.id }]),
];
