import { randomUUID } from "node:crypto";
import type { AuditEvent, Budget, Inbox, Role } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, PASSWORD, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { openSettingsBeside, spend } from "../../test/spending.js";
import { createTelemetry, type Telemetry } from "../../test/telemetry.js";
import { eventually } from "../../test/eventually.js";
import { runSql } from "../platform/relational/index.js";
import type { EvaluationDeps } from "./budget-deps.js";
import { evaluateBudgets } from "./evaluate-budgets.js";
import { evaluateBudgets as job } from "./index.js";

const IN_MARCH = "2026-03-10T10:00:00.000Z";
const LATER = new Date("2026-03-10T12:00:00Z");
const MARCH = "2026-03-01T00:00:00.000Z";

describe.each(largestSize)("warnings of budgets ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let telemetry: Telemetry;
  let deps: EvaluationDeps;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    telemetry = createTelemetry(send);
    const { relational } = server.platform;
    const settings = await openSettingsBeside(server.platform);
    deps = { db: relational, transaction: relational.transaction, settings };
  });
  afterAll(() => server.close());

  const evaluate = (now = LATER): Promise<void> => evaluateBudgets(deps, now);
  /** Created long before the periods that are evaluated here. */
  const made = async (by: Person, body: object = {}): Promise<Budget> => {
    const answer = await send("POST /budgets", { token: by.token, body: { name: "Coding", amount_usd: 30, ...body } });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    const budget = answer.json<Budget>();
    await runSql(server.platform.relational, "UPDATE budget SET created_at = '2026-01-01' WHERE id = $1", [budget.id]);
    return budget;
  };
  const change = (by: Person, { id }: Budget, body: object) => send(`PATCH /budgets/${id}`, { token: by.token, body });
  const levels = async (by: Person, { id }: Budget): Promise<unknown> =>
    (await send(`GET /budgets/${id}`, { token: by.token }))
      .json<Budget>()
      .warnings.map(({ level, period_start }) => [level, period_start]);
  const inbox = async (by: Person): Promise<Inbox> => (await send("GET /me/inbox", { token: by.token })).json();
  const titles = async (by: Person): Promise<string[]> => (await inbox(by)).items.map(({ title }) => title);
  const events = async ({ id }: Budget): Promise<AuditEvent[]> => {
    const answer = await send("GET /admin/audit-log?action=budget.warning&limit=500", { token: people.admin.token });
    return answer.json<AuditEvent[]>().filter(({ resource_id }) => resource_id === id);
  };
  const setRole = (person: Person, role: Role) =>
    send(`PUT /admin/users/${person.user.id}/role`, { token: people.admin.token, body: { role } });
  /** Again, after something has ended their session. */
  const signIn = async (person: Person): Promise<Person> => {
    const body = { email: person.user.email, password: PASSWORD };
    const answer = await send("POST /auth/login", { body });
    return { ...person, token: answer.json<{ access_token: string }>().access_token };
  };
  const setActive = (person: Person, active: boolean) =>
    send(`PUT /admin/users/${person.user.id}/active`, { token: people.admin.token, body: { active } });

  test("come at 80 and at 100 %, once each in a period", async () => {
    const ada = await people.join();
    const budget = await made(ada);
    await spend(telemetry, ada, { usd: 21, at: IN_MARCH });
    await evaluate();
    expect(await levels(ada, budget)).toEqual([]);
    await spend(telemetry, ada, { usd: 3, at: IN_MARCH });
    for (let time = 0; time < 2; time++) await evaluate();
    expect(await levels(ada, budget)).toEqual([[80, MARCH]]);
    await spend(telemetry, ada, { usd: 6, at: IN_MARCH });
    for (let time = 0; time < 2; time++) await evaluate();
    expect(await levels(ada, budget)).toEqual([
      [100, MARCH],
      [80, MARCH],
    ]);
    expect(await inbox(ada)).toMatchObject({
      unread_count: 2,
      items: [
        {
          kind: "budget.warning",
          title: "Budget Coding is used up",
          text: "$30.00 of $30.00 spent from 2026-03-01 to 2026-03-31 (UTC). Nothing is blocked.",
          path: "/budgets",
          read_at: null,
        },
        { title: "Budget Coding has reached 80 %" },
      ],
    });
    expect((await events(budget)).map(({ detail }) => JSON.parse(String(detail)).level)).toEqual([100, 80]);
  });

  test("come together as one when both levels are reached at once", async () => {
    const ada = await people.join();
    const budget = await made(ada);
    await spend(telemetry, ada, { usd: 36, at: IN_MARCH });
    await evaluate();
    expect(await levels(ada, budget)).toEqual([
      [100, MARCH],
      [80, MARCH],
    ]);
    expect(await titles(ada)).toEqual(["Budget Coding is used up"]);
    expect(await events(budget)).toHaveLength(1);
  });

  test("come once however many evaluate at the same moment", async () => {
    const ada = await people.join();
    const budget = await made(ada);
    await spend(telemetry, ada, { usd: 24, at: IN_MARCH });
    await Promise.all(Array.from({ length: 6 }, () => evaluate()));
    expect(await levels(ada, budget)).toEqual([[80, MARCH]]);
    expect(await titles(ada)).toEqual(["Budget Coding has reached 80 %"]);
    expect(await events(budget)).toHaveLength(1);
  });

  test("do not come again in the period after the amount was raised, but in the next", async () => {
    const ada = await people.join();
    const budget = await made(ada);
    await spend(telemetry, ada, { usd: 24, at: IN_MARCH });
    await evaluate();
    await change(ada, budget, { amount_usd: 60 });
    await spend(telemetry, ada, { usd: 24, at: IN_MARCH });
    await evaluate();
    expect(await levels(ada, budget)).toEqual([[80, MARCH]]);
    await spend(telemetry, ada, { usd: 48, at: "2026-04-02T10:00:00.000Z" });
    await evaluate(new Date("2026-04-02T12:00:00Z"));
    expect(await levels(ada, budget)).toEqual([
      [80, "2026-04-01T00:00:00.000Z"],
      [80, MARCH],
    ]);
    expect(await titles(ada)).toHaveLength(2);
  });

  test("come for what arrives minutes after the end of a period, but not for what was before the budget", async () => {
    const ada = await people.join();
    const daily = await made(ada, { period: "day" });
    const younger = await made(ada, { period: "day", name: "Younger" });
    const update = "UPDATE budget SET created_at = '2026-03-11T00:01:00Z' WHERE id = $1";
    await runSql(server.platform.relational, update, [younger.id]);
    await spend(telemetry, ada, { usd: 24, at: "2026-03-10T23:58:00.000Z" });
    await evaluate(new Date("2026-03-11T00:20:00Z"));
    expect(await levels(ada, daily)).toEqual([]);
    await evaluate(new Date("2026-03-11T00:05:00Z"));
    expect(await levels(ada, daily)).toEqual([[80, "2026-03-10T00:00:00.000Z"]]);
    expect(await levels(ada, younger)).toEqual([]);
  });

  test("do not come for a paused budget, nor for one of a deactivated creator", async () => {
    const [ada, admin] = [await people.join(), await people.join("admin")];
    const paused = await made(ada);
    await change(ada, paused, { status: "paused" });
    const ofAdmin = await made(admin, { scope_id: ada.user.id, name: "Admin's" });
    await spend(telemetry, ada, { usd: 30, at: IN_MARCH });
    await setActive(admin, false);
    await evaluate();
    expect([await levels(ada, paused), await levels(ada, ofAdmin), await titles(ada)]).toEqual([[], [], []]);
    await setActive(admin, true);
    await evaluate();
    expect(await titles(ada)).toEqual(["Budget Admin's is used up"]);
    expect(await titles(await signIn(admin))).toEqual(["Budget Admin's is used up"]);
  });

  test("reach the owners of a team, and not a creator who has lost the right", async () => {
    const [owner, other, member] = [await people.join(), await people.join(), await people.join()];
    const handle = `team-${randomUUID().slice(0, 8)}`;
    const team = (await send("POST /teams", { token: owner.token, body: { name: handle, handle } })).json<Budget>().id;
    for (const [person, role] of [[other, "owner"] as const, [member, "member"] as const]) {
      const body = { user_id: person.user.id, role };
      await send(`POST /teams/${team}/members`, { token: owner.token, body });
    }
    await made(owner, { scope_type: "team", scope_id: team });
    await spend(telemetry, member, { usd: 24, at: IN_MARCH });
    await evaluate();
    expect([await titles(owner), await titles(other), await titles(member)]).toEqual([
      ["Budget Coding has reached 80 %"],
      ["Budget Coding has reached 80 %"],
      [],
    ]);
    await send(`POST /teams/${team}/leave`, { token: owner.token });
    await spend(telemetry, member, { usd: 6, at: IN_MARCH });
    await evaluate();
    expect([(await titles(owner)).length, (await titles(other)).length]).toEqual([1, 2]);
  });

  test("tell a demoted admin nothing of what others spend", async () => {
    const [admin, person] = [await people.join("admin"), await people.join()];
    const all = await made(admin, { scope_type: "all", amount_usd: 0.01 });
    const ofPerson = await made(admin, { scope_id: person.user.id });
    await spend(telemetry, person, { usd: 30, at: IN_MARCH });
    await setRole(admin, "user");
    await evaluate();
    expect(await levels(people.admin, all)).toEqual([]);
    expect(await levels(people.admin, ofPerson)).toHaveLength(2);
    expect(await titles(person)).toEqual(["Budget Coding is used up"]);
    await setRole(admin, "admin");
    expect(await titles(await signIn(admin))).toEqual([]);
  });

  test("come from the job too", async () => {
    const ada = await people.join();
    const budget = await made(ada, { period: "month" });
    await spend(telemetry, ada, { usd: 30, at: new Date().toISOString() });
    await server.platform.jobs.enqueue(job, {});
    await eventually(async () => expect(await levels(ada, budget)).toHaveLength(2));
  });
});
