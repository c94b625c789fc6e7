import { randomUUID } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { submissionOf, type Shown } from "../../test/items.js";
import { verdict, type Person, type Send } from "../../test/people.js";
import { openRegistryWorld, type RegistryWorld } from "../../test/registry-world.js";
import { largestSize } from "../../test/sizes.js";

const ROUNDS = 4;

describe.each(largestSize)("at the same time ($size)", (on) => {
  let { server, send, people, ada, bob, reviewer, shelf } = {} as RegistryWorld;
  beforeAll(async () => {
    ({ server, send, people, ada, bob, reviewer, shelf } = await openRegistryWorld({ on }));
  });
  afterAll(() => server.close());

  const verdicts = (answers: readonly LightMyRequestResponse[]) =>
    answers.map(verdict).toSorted(([a], [b]) => a - b || 0);
  const repeatedly = async (round: (index: number) => Promise<void>): Promise<void> => {
    for (let index = 0; index < ROUNDS; index += 1) await round(index);
  };
  const approve = (id: string, by: Person): ReturnType<Send> => send(`POST /review/${id}/approve`, { token: by.token });
  const reject = (id: string, by: Person): ReturnType<Send> => send(`POST /review/${id}/reject`, { token: by.token });

  test("of several submissions of one name, one is taken", () =>
    repeatedly(async () => {
      const body = submissionOf("skills");
      const answers = await Promise.all([1, 2, 3].map(() => send("POST /skills", { token: ada.token, body })));
      expect(verdicts(answers)).toEqual([
        [201, undefined],
        [409, "name_taken"],
        [409, "name_taken"],
      ]);
      const mine = (await send("GET /skills/my?limit=200", { token: ada.token })).json();
      expect(mine.filter(({ name }: Shown) => name === body["name"])).toHaveLength(1);
    }));

  test("of several submissions of one MCP server, the first is new and the others replace it", () =>
    repeatedly(async () => {
      const body = submissionOf("mcps");
      const answers = await Promise.all([1, 2, 3].map(() => send("POST /mcps", { token: ada.token, body })));
      const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
      // Whoever looked before the first was there lost the race for the name, and may try again.
      expect(statuses[0] === 200 || statuses[0] === 201, JSON.stringify(statuses)).toBe(true);
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      expect(
        statuses.every((status) => [200, 201, 409].includes(status)),
        JSON.stringify(statuses),
      ).toBe(true);
      const ids = answers.filter(({ statusCode }) => statusCode < 300).map((answer) => answer.json().id);
      expect(new Set(ids).size).toBe(1);
    }));

  test("of two approvals, one decides", () =>
    repeatedly(async () => {
      const item = await shelf.submit("prompts", ada);
      const answers = await Promise.all([approve(item.id, people.admin), approve(item.id, reviewer)]);
      expect(verdicts(answers)).toEqual([
        [200, undefined],
        [400, "invalid_state"],
      ]);
    }));

  test("of an approval and a rejection, one decides, and the item is what that one says", () =>
    repeatedly(async (index) => {
      const item = await shelf.submit("prompts", ada);
      const asks = [approve(item.id, people.admin), reject(item.id, reviewer)];
      const answers = await Promise.all(index % 2 === 0 ? asks : asks.toReversed());
      expect(verdicts(answers)).toEqual([
        [200, undefined],
        [400, "invalid_state"],
      ]);
      const decided = answers.find(({ statusCode }) => statusCode === 200)?.json();
      const { status } = (await send(`GET /prompts/${item.id}`, { token: ada.token })).json();
      expect(status).toBe(decided.status);
    }));

  test("an agent is not approved while its component is rejected", () =>
    repeatedly(async () => {
      const skill = await shelf.submit("skills", ada);
      const components = [{ component_type: "skill", component_id: skill.id }];
      const agent = await shelf.submit("agents", ada, { components });
      await Promise.all([reject(skill.id, people.admin), approve(agent.id, reviewer)]);
      const { status } = (await send(`GET /agents/${agent.id}`, { token: ada.token })).json();
      expect(status).toBe("pending");
    }));

  test("installs while an item is deleted get it whole or not at all", () =>
    repeatedly(async () => {
      const item = await shelf.publish("hooks", ada);
      const install = (): ReturnType<Send> =>
        send(`POST /hooks/${item.id}/install`, { token: bob.token, body: { harness: "claude-code" } });
      const first = Array.from({ length: 10 }, install);
      const deletion = send(`DELETE /hooks/${item.id}`, { token: people.admin.token });
      const answers = await Promise.all([...first, ...Array.from({ length: 10 }, install)]);
      expect((await deletion).statusCode).toBe(200);
      for (const answer of answers) {
        expect([200, 404], answer.body).toContain(answer.statusCode);
        if (answer.statusCode !== 200) continue;
        expect(answer.json().digest).toBe(item.digest);
        expect(JSON.stringify(answer.json().config_snippet)).toContain("npm run lint");
      }
      expect(verdict(await install())).toEqual([404, "not_found"]);
    }));

  test("a component is not deleted while an agent that pins it is submitted and approved", () =>
    repeatedly(async () => {
      const skill = await shelf.publish("skills", ada);
      const agent = submissionOf("agents", { components: [{ component_type: "skill", component_id: skill.id }] });
      const [deletion, submission] = await Promise.all([
        send(`DELETE /skills/${skill.id}`, { token: people.admin.token }),
        send("POST /agents", { token: bob.token, body: agent }),
      ]);
      const outcome = [verdict(deletion), verdict(submission)];
      expect([
        JSON.stringify([
          [200, null],
          [422, "invalid_components"],
        ]),
        JSON.stringify([
          [409, "pinned"],
          [201, null],
        ]),
      ]).toContain(JSON.stringify(outcome));
    }));

  test("of two releases of one version, one is taken", () =>
    repeatedly(async () => {
      const item = await shelf.publish("sandboxes", ada);
      const release = (description: string): ReturnType<Send> =>
        send(`POST /sandboxes/${item.id}/versions`, { token: ada.token, body: { version: "1.1.0", description } });
      expect(verdicts(await Promise.all([release("One"), release("Other")]))).toEqual([
        [201, undefined],
        [409, "conflict"],
      ]);
    }));

  test("of two items that take one name, one gets it", () =>
    repeatedly(async () => {
      const items = [await shelf.publish("hooks", ada), await shelf.publish("hooks", ada)];
      const name = `taken-${randomUUID().slice(0, 6)}`;
      const renames = items.map(({ id }) => send(`PATCH /hooks/${id}`, { token: ada.token, body: { name } }));
      expect(verdicts(await Promise.all(renames))).toEqual([
        [200, undefined],
        [409, "name_taken"],
      ]);
      const found = await send(`GET /hooks/${encodeURIComponent(`${ada.user.username}/${name}`)}`, {
        token: bob.token,
      });
      expect(found.statusCode).toBe(200);
    }));

  test("two items that swap their names wait for each other without an error of the service", () =>
    repeatedly(async () => {
      const [one, two] = [await shelf.publish("hooks", ada), await shelf.publish("hooks", ada)];
      const answers = await Promise.all([
        send(`PATCH /hooks/${one.id}`, { token: ada.token, body: { name: two.name } }),
        send(`PATCH /hooks/${two.id}`, { token: ada.token, body: { name: one.name } }),
      ]);
      // Former names stay the item's: neither can have the other's.
      expect(verdicts(answers)).toEqual([
        [409, "name_taken"],
        [409, "name_taken"],
      ]);
    }));

  test("of two editors, one gets the lock, and the other is told", () =>
    repeatedly(async () => {
      const item = await shelf.submit("prompts", ada);
      await send(`POST /prompts/${item.id}/co-authors`, { token: ada.token, body: { user_id: bob.user.id } });
      const path = `/prompts/${item.id}`;
      const answers = await Promise.all([ada, bob].map(({ token }) => send(`POST ${path}/start-edit`, { token })));
      expect(verdicts(answers)).toEqual([
        [200, undefined],
        [409, "edit_locked"],
      ]);
      const [holder, other] = answers[0]?.statusCode === 200 ? [ada, bob] : [bob, ada];
      const edit = ({ token }: Person): ReturnType<Send> =>
        send(`PUT ${path}/draft`, { token, body: { description: "Mine" } });
      const refused = await edit(other);
      expect(verdict(refused)).toEqual([409, "edit_locked"]);
      expect(refused.json().detail).toContain(`is locked for editing by ${holder.user.username}`);
      expect(verdict(await approve(item.id, reviewer))).toEqual([409, "edit_locked"]);
      // What is saved is no longer edited.
      expect((await edit(holder)).statusCode).toBe(200);
      expect((await edit(other)).statusCode).toBe(200);
    }));

  test("installs while a version is yanked get it or are told", () =>
    repeatedly(async () => {
      const item = await shelf.publish("prompts", ada);
      await shelf.release("prompts", item.id, ada, { version: "2.0.0", description: "Second" });
      const install = (version?: string): ReturnType<Send> =>
        send(`POST /prompts/${item.id}/install`, { token: bob.token, body: { harness: "cursor", version } });
      const yank = { token: ada.token, body: { yanked: true } };
      const [marked, ...answers] = await Promise.all([
        send(`PATCH /prompts/${item.id}/versions/2.0.0`, yank),
        ...Array.from({ length: 10 }, (_none, index) => install(index % 2 === 0 ? "2.0.0" : undefined)),
      ]);
      expect(marked?.statusCode).toBe(200);
      for (const [index, answer] of answers.entries()) {
        const allowed = index % 2 === 0 ? [200, 400] : [200];
        expect(allowed, answer.body).toContain(answer.statusCode);
      }
      expect((await install()).json().version).toBe("1.0.0");
      expect(verdict(await install("2.0.0"))).toEqual([400, "invalid_state"]);
    }));

  test("of two admins who delete, one does", () =>
    repeatedly(async () => {
      const item = await shelf.publish("skills", ada);
      const other = await people.join("admin");
      const answers = await Promise.all(
        [people.admin, other].map(({ token }) => send(`DELETE /skills/${item.id}`, { token })),
      );
      expect(verdicts(answers)).toEqual([
        [200, undefined],
        [404, "not_found"],
      ]);
    }));

  test("many installs at once are all counted", async () => {
    const item = await shelf.publish("skills", ada);
    const installs = Array.from({ length: 30 }, () =>
      send(`POST /skills/${item.id}/install`, { token: bob.token, body: { harness: "cursor" } }),
    );
    expect((await Promise.all(installs)).every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect((await send(`GET /skills/${item.id}`, { token: bob.token })).json().download_count).toBe(30);
  });

  test("what was approved once cannot be deleted by its owner, not even with every version yanked", async () => {
    const item = await shelf.publish("prompts", ada);
    await send(`PATCH /prompts/${item.id}/versions/1.0.0`, { token: ada.token, body: { yanked: true } });
    const refused = await send(`DELETE /prompts/${item.id}`, { token: ada.token });
    expect(verdict(refused)).toEqual([400, "invalid_state"]);
    expect(refused.json().detail).toContain("archive");
  });
});
