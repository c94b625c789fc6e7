import { createHash } from "node:crypto";
import { ITEM_TYPES, KINDS, type ItemType } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRandom, SEED, type Random } from "../../test/fuzz/random.js";
import { submissionOf } from "../../test/items.js";
import { createSend, invitePeople, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

/** Ten thousand take minutes: WALK_STEPS=10000 npm test -- random-walk. Another way each time: FUZZ_SEED=7. */
const STEPS = Number(process.env["WALK_STEPS"] ?? 2500);
const WALK = process.env["WALK"] ?? "walk";
/** Few enough that operations keep meeting each other. */
const NAMES = ["atlas", "borea", "cedar", "dune", "ember"];

interface Walker {
  readonly send: Send;
  readonly random: Random;
  readonly people: readonly Person[];
  readonly admin: Person;
  /** Items that were ever made, gone ones too. */
  readonly items: { type: ItemType; id: string }[];
  /** Every artifact that was ever shown, and the digest that it was shown with. */
  readonly shown: Map<string, string>;
  /** Every lock that was ever shown. */
  readonly locks: Map<string, string>;
}

type Step = (walker: Walker) => Promise<number>;

const version = ({ below }: Random): string => `${below(3)}.${below(3)}.${below(3)}${below(6) === 0 ? "-rc.1" : ""}`;
const token = ({ random, people }: Walker): string => random.pick(people).token;

/** Whoever may, does: the walk is about what happens, not about who is refused. */
async function call(
  walker: Walker,
  line: Parameters<Send>[0],
  body?: object,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const answer = await walker.send(line, {
    token: walker.random.below(4) === 0 ? token(walker) : walker.admin.token,
    ...(body ? { body } : {}),
  });
  if (answer.statusCode >= 500) throw new Error(`${line} ${JSON.stringify(body)}: ${answer.statusCode} ${answer.body}`);
  return { status: answer.statusCode, json: answer.body ? answer.json() : {} };
}

const someItem = ({ random, items }: Walker) => random.pick(items);

const onItem =
  (act: (walker: Walker, path: string, item: { type: ItemType; id: string }) => Promise<{ status: number }>): Step =>
  async (walker) => {
    if (walker.items.length === 0) return 0;
    const item = someItem(walker);
    return (await act(walker, `/${item.type}/${item.id}`, item)).status;
  };

const STEPS_THERE_ARE: readonly Step[] = [
  async (walker) => {
    const type = walker.random.pick(ITEM_TYPES);
    const components = walker.items.filter((item) => item.type !== "agents").slice(-3);
    const parts = components.map((item) => ({ component_type: KINDS[item.type].kind, component_id: item.id }));
    const body = submissionOf(type, {
      name: walker.random.pick(NAMES),
      version: type === "agents" ? version(walker.random).replace("-rc.1", "") : version(walker.random),
      description: `Step ${walker.random.below(1_000_000)}`,
      ...(type === "agents" && walker.random.below(2) === 0 ? { components: parts } : {}),
    });
    const answer = await walker.send(`POST /${type}`, { token: token(walker), body });
    if (answer.statusCode === 201) walker.items.push({ type, id: answer.json().id });
    return answer.statusCode;
  },
  onItem((walker, path, { type }) => {
    const more = type === "agents" ? { model_name: "sonnet-x", refresh_components: true } : {};
    const number = version(walker.random);
    const body = {
      version: type === "agents" ? number.replace("-rc.1", "") : number,
      description: `Step ${walker.random.below(1_000_000)}`,
    };
    return call(walker, `POST ${path}/versions`, { ...body, ...more });
  }),
  onItem((walker, _path, { id }) => call(walker, `POST /review/${id}/approve`)),
  onItem((walker, _path, { id }) => call(walker, `POST /review/${id}/approve`)),
  onItem((walker, _path, { id }) => call(walker, `POST /review/${id}/reject`, { reason: "no" })),
  onItem((walker, path) => call(walker, `POST ${path}/submit`)),
  onItem((walker, path) =>
    call(walker, `PUT ${path}/draft`, { description: `Step ${walker.random.below(1_000_000)}` }),
  ),
  onItem((walker, path) =>
    call(walker, `PATCH ${path}/versions/${version(walker.random)}`, { yanked: walker.random.below(2) === 0 }),
  ),
  onItem((walker, path) => call(walker, `PATCH ${path}`, { name: walker.random.pick(NAMES) })),
  onItem((walker, path) => call(walker, `PATCH ${path}/${walker.random.pick(["archive", "unarchive"])}`)),
  onItem((walker, path) =>
    call(walker, `POST ${path}/transfer-ownership`, { user_id: walker.random.pick(walker.people).user.id }),
  ),
  onItem((walker, _path, { type, id }) =>
    call(walker, `PATCH /registry/${KINDS[type].kind}/${id}/visibility`, {
      visibility: walker.random.pick(["public", "owner"]),
    }),
  ),
  onItem((walker, path) =>
    walker.random.below(5) === 0 ? call(walker, `DELETE ${path}`) : call(walker, `GET ${path}`),
  ),
  onItem(look),
  onItem(look),
  onItem(pull),
];

/** Notes what is shown, and holds it against what was shown before. */
async function look(
  walker: Walker,
  path: string,
  { type, id }: { type: ItemType; id: string },
): Promise<{ status: number }> {
  const listed = await walker.send(`GET ${path}/versions?page_size=100`, { token: walker.admin.token });
  if (listed.statusCode !== 200) return { status: listed.statusCode };
  for (const each of listed.json().items) {
    if (each.released_at === null) continue;
    const url = `/artifacts/${KINDS[type].kind}/${id}/${each.version}`;
    expect(each.digest, url).toBe(walker.shown.get(url) ?? each.digest);
    walker.shown.set(url, each.digest);
  }
  return { status: 200 };
}

async function pull(walker: Walker, path: string, { type }: { type: ItemType }): Promise<{ status: number }> {
  const installed = await call(walker, `POST ${path}/install`, { harness: "claude-code" });
  if (installed.status !== 200 || type !== "agents") return installed;
  const number = String(installed.json["version"]);
  const lock = await walker.send(`GET ${path}/versions/${number}/lock`, { token: walker.admin.token });
  const described = await walker.send(`GET ${path}/versions/${number}`, { token: walker.admin.token });
  if (described.json().released_at === null) return installed;
  const key = `${path}@${number}`;
  expect(lock.body, key).toBe(walker.locks.get(key) ?? lock.body);
  walker.locks.set(key, lock.body);
  return installed;
}

describe.each(largestSize)("a random walk ($size)", (on) => {
  let server: TestServer;
  let walker: Walker;
  beforeAll(async () => {
    server = await startTestServer({ on });
    const send = createSend(server);
    const people = await invitePeople(server);
    const three = [await people.join(), await people.join("reviewer"), await people.join()];
    walker = {
      send,
      random: createRandom(WALK),
      people: three,
      admin: people.admin,
      items: [],
      shown: new Map(),
      locks: new Map(),
    };
  });
  afterAll(() => server.close());

  test(
    `of ${STEPS} operations (FUZZ_SEED=${SEED} WALK=${WALK}) never binds an artifact to other bytes`,
    { timeout: 600_000 },
    async () => {
      const outcomes = new Map<number, number>();
      for (let step = 0; step < STEPS; step += 1) {
        const status = await walker.random.pick(STEPS_THERE_ARE)(walker);
        outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
      }
      // A walk that is refused at every step would prove nothing.
      expect(outcomes.get(200) ?? 0).toBeGreaterThan(STEPS / 5);
      expect(walker.shown.size).toBeGreaterThan(STEPS / 100);
      for (const [url, digest] of walker.shown) {
        const artifact = await walker.send(`GET ${url}`, { token: walker.admin.token });
        if (artifact.statusCode === 410) continue;
        expect(artifact.statusCode, url).toBe(200);
        expect(`sha256:${createHash("sha256").update(artifact.rawPayload).digest("hex")}`, url).toBe(digest);
      }
      const gone = await Promise.all(
        [...walker.shown.keys()].map((url) => walker.send(`GET ${url}`, { token: walker.admin.token })),
      );
      expect(gone.some(({ statusCode }) => statusCode === 410)).toBe(true);
    },
  );
});
