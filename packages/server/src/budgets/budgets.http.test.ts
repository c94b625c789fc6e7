import { randomUUID } from "node:crypto";
import type { Budget, DashboardSummary, Role } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, PASSWORD, verdict, type People, type Person, type Send } from "../../test/people.js";
import { publishItem } from "../../test/registry.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { spend } from "../../test/spending.js";
import { createTelemetry, type Telemetry } from "../../test/telemetry.js";
import { runSql } from "../platform/relational/index.js";

describe.each(largestSize)("a budget ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let telemetry: Telemetry;
  let [ada, bob]: Person[] = [];
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    telemetry = createTelemetry(send);
    [ada, bob] = [await people.join(), await people.join()];
  });
  afterAll(() => server.close());

  const create = (by: Person | undefined, body: object = {}): Promise<LightMyRequestResponse> =>
    send("POST /budgets", { token: by?.token, body: { name: "Coding", amount_usd: 30, ...body } });
  const made = async (by: Person | undefined, body: object = {}): Promise<Budget> => {
    const answer = await create(by, body);
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json();
  };
  const read = (by: Person | undefined, { id }: Pick<Budget, "id">) => send(`GET /budgets/${id}`, { token: by?.token });
  const change = (by: Person | undefined, { id }: Pick<Budget, "id">, body: object = { amount_usd: 60 }) =>
    send(`PATCH /budgets/${id}`, { token: by?.token, body });
  const remove = (by: Person | undefined, { id }: Pick<Budget, "id">) =>
    send(`DELETE /budgets/${id}`, { token: by?.token });
  const listed = async (by: Person | undefined, query = ""): Promise<string[]> =>
    (await send(`GET /budgets${query}`, { token: by?.token })).json<Budget[]>().map(({ id }) => id);
  const setRole = (person: Person, role: Role) =>
    send(`PUT /admin/users/${person.user.id}/role`, { token: people.admin.token, body: { role } });
  const teamOf = async (owner: Person, members: readonly Person[] = [], visibility = "public"): Promise<string> => {
    const handle = `team-${randomUUID().slice(0, 8)}`;
    const answer = await send("POST /teams", { token: owner.token, body: { name: handle, handle, visibility } });
    const { id } = answer.json<{ id: string }>();
    for (const { user } of members) {
      await send(`POST /teams/${id}/members`, { token: owner.token, body: { user_id: user.id } });
    }
    return id;
  };

  const NOW = new Date().toISOString();

  test("is for oneself unless another scope is named, per month", async () => {
    const answer = await create(ada);
    const budget = answer.json<Budget>();
    expect(answer.headers["location"]).toBe(`/api/v1/budgets/${budget.id}`);
    expect(budget).toMatchObject({
      name: "Coding",
      scope_type: "user",
      scope_id: ada?.user.id,
      scope_name: ada?.user.username,
      amount_usd: 30,
      period: "month",
      status: "active",
      created_by: ada?.user.id,
      spent_usd: 0,
      percent: 0,
      sessions_without_price: 0,
      warnings: [],
    });
    expect(budget.period_start).toMatch(/^\d{4}-\d\d-01T00:00:00.000Z$/);
    expect((await read(ada, budget)).json()).toMatchObject({ id: budget.id });
    expect(await listed(ada)).toEqual([budget.id]);
    expect((await remove(ada, budget)).statusCode).toBe(204);
    expect(verdict(await read(ada, budget))).toEqual([404, "not_found"]);
  });

  test("has spent what the dashboard says of the same period", async () => {
    const [owner, member] = [await people.join(), await people.join()];
    const { id: agent } = await publishItem(server, "agents", owner);
    const team = await teamOf(owner, [member]);
    await spend(telemetry, owner, { usd: 12, at: NOW, more: { agent_id: agent } });
    await spend(telemetry, member, { usd: 6, at: NOW, more: { agent_id: agent } });
    await spend(telemetry, member, { usd: 3, at: NOW });
    await spend(telemetry, member, { usd: 3, at: NOW, model: "mystery" });
    // Another period.
    await spend(telemetry, member, { usd: 9, at: "2026-01-05T10:00:00.000Z" });
    const dashboard = async (query: string, { period_start, period_end }: Budget): Promise<DashboardSummary> => {
      const to = new Date(Date.parse(period_end) - 1).toISOString();
      return (await telemetry.get(people.admin, `/dashboard/summary?from=${period_start}&to=${to}&${query}`)).json();
    };
    const sum = async (budget: Budget): Promise<unknown> => [budget.spent_usd, budget.sessions_without_price];
    const shown = async (query: string, budget: Budget): Promise<unknown> => {
      const { cost_usd, sessions_without_price } = await dashboard(query, budget);
      return [cost_usd, sessions_without_price];
    };
    for (const period of ["day", "week", "month"]) {
      const ofTeam = await made(owner, { scope_type: "team", scope_id: team, period });
      expect(await sum(ofTeam)).toEqual([21, 1]);
      expect(await sum(ofTeam)).toEqual(await shown(`team_id=${team}`, ofTeam));
      expect(ofTeam.percent).toBe(70);
      const ofMember = await made(people.admin, { scope_id: member.user.username, period });
      expect(await sum(ofMember)).toEqual([9, 1]);
      expect(await sum(ofMember)).toEqual(await shown(`user_id=${member.user.id}`, ofMember));
      const ofAgent = await made(people.admin, { scope_type: "agent", scope_id: agent, period });
      expect(await sum(ofAgent)).toEqual([18, 0]);
      expect(await sum(ofAgent)).toEqual(await shown(`agent_id=${agent}`, ofAgent));
      const ofAll = await made(people.admin, { scope_type: "all", period });
      expect(await sum(ofAll)).toEqual(await shown("", ofAll));
      // Owners of an agent do not see what others spend with it.
      const ofOwnAgent = await made(owner, { scope_type: "agent", scope_id: agent, period });
      expect(await sum(ofOwnAgent)).toEqual([12, 0]);
      expect(ofOwnAgent.forecast_usd === null || ofOwnAgent.forecast_usd >= 12).toBe(true);
    }
  });

  test("follows the members of its team", async () => {
    const [owner, member] = [await people.join(), await people.join()];
    const team = await teamOf(owner, [member]);
    await spend(telemetry, member, { usd: 6, at: NOW });
    const budget = await made(owner, { scope_type: "team", scope_id: team });
    expect(budget.spent_usd).toBe(6);
    await send(`DELETE /teams/${team}/members/${member.user.id}`, { token: owner.token });
    expect((await read(owner, budget)).json()).toMatchObject({ spent_usd: 0 });
    expect(verdict(await read(member, budget))).toEqual([403, "forbidden"]);
  });

  test.each([
    ["no amount", { amount_usd: 0 }],
    ["too much", { amount_usd: 1e9 + 1 }],
    ["an empty name", { name: "  " }],
    ["a name of two lines", { name: "a\nb" }],
    ["an unknown period", { period: "year" }],
    ["a team that is not named", { scope_type: "team" }],
    ["an agent that is not named", { scope_type: "agent" }],
    ["a bare name of an agent", { scope_type: "agent", scope_id: "reviewer" }],
  ])("is refused with %s", async (_what, body) => {
    expect(verdict(await create(ada, body))).toEqual([422, "validation_failed"]);
  });

  test("is refused to those who may not set it, and hidden things are not found", async () => {
    const [team, hidden] = [await teamOf(bob as Person, [ada as Person]), await teamOf(bob as Person, [], "private")];
    const agent = await publishItem(server, "agents", bob as Person);
    const secret = await publishItem(server, "agents", bob as Person, { visibility: "owner" });
    const attempts: [object, number][] = [
      [{ scope_id: bob?.user.id }, 403],
      [{ scope_id: randomUUID() }, 403],
      [{ scope_type: "all" }, 403],
      [{ scope_type: "team", scope_id: team }, 403],
      [{ scope_type: "team", scope_id: hidden }, 404],
      [{ scope_type: "team", scope_id: "no-such-team" }, 404],
      [{ scope_type: "agent", scope_id: agent.qualified_name }, 403],
      [{ scope_type: "agent", scope_id: secret.id }, 404],
      [{ scope_type: "agent", scope_id: randomUUID() }, 404],
    ];
    for (const [body, status] of attempts) {
      expect([body, (await create(ada, body)).statusCode]).toEqual([body, status]);
    }
    expect(verdict(await create(people.admin, { scope_id: "no-such-user" }))).toEqual([404, "not_found"]);
    expect(verdict(await create(people.admin, { scope_type: "all", scope_id: "x" }))).toEqual([
      422,
      "validation_failed",
    ]);
  });

  test("is seen by those it is about, and changed by its creator and by admins", async () => {
    const [owner, member, stranger] = [await people.join(), await people.join(), await people.join()];
    const team = await teamOf(owner, [member]);
    const budget = await made(owner, { scope_type: "team", scope_id: team });
    const forMember = await made(people.admin, { scope_id: member.user.email });
    expect(await listed(member)).toEqual([forMember.id, budget.id]);
    expect(await listed(stranger)).toEqual([]);
    expect(await listed(people.admin, "?limit=100")).toEqual(expect.arrayContaining([budget.id, forMember.id]));
    for (const each of [budget, forMember]) {
      expect(verdict(await change(member, each))).toEqual([403, "forbidden"]);
      expect(verdict(await remove(member, each))).toEqual([403, "forbidden"]);
      expect(verdict(await read(stranger, each))).toEqual([403, "forbidden"]);
      expect(verdict(await change(stranger, each))).toEqual([403, "forbidden"]);
    }
    const changed = await change(owner, budget, { name: " Shop ", amount_usd: 60, status: "paused" });
    expect(changed.json()).toMatchObject({ name: "Shop", amount_usd: 60, status: "paused", created_by: owner.user.id });
    expect((await change(people.admin, budget, { status: "active" })).json()).toMatchObject({ status: "active" });
    expect(verdict(await change(owner, budget, {}))).toEqual([422, "validation_failed"]);
    expect((await remove(people.admin, budget)).statusCode).toBe(204);
  });

  test("of a private team is not found by others, not even by a former owner who has left", async () => {
    const [owner, other, stranger] = [await people.join(), await people.join(), await people.join()];
    const team = await teamOf(owner, [other], "private");
    const budget = await made(owner, { scope_type: "team", scope_id: team });
    expect(verdict(await read(stranger, budget))).toEqual([404, "not_found"]);
    await send(`PUT /teams/${team}/members/${other.user.id}`, { token: owner.token, body: { role: "owner" } });
    await send(`PUT /teams/${team}/members/${owner.user.id}`, { token: other.token, body: { role: "member" } });
    expect((await read(owner, budget)).statusCode).toBe(200);
    expect(verdict(await change(owner, budget))).toEqual([403, "forbidden"]);
    expect(verdict(await remove(owner, budget))).toEqual([403, "forbidden"]);
    await send(`POST /teams/${team}/leave`, { token: owner.token });
    expect(await listed(owner)).toEqual([]);
    for (const attempt of [read, change, remove]) {
      expect(verdict(await attempt(owner, budget))).toEqual([404, "not_found"]);
    }
    // Another owner sees it, but it is not theirs to change.
    expect((await read(other, budget)).statusCode).toBe(200);
    expect(verdict(await change(other, budget))).toEqual([403, "forbidden"]);
  });

  test("of an admin is no longer theirs without the role", async () => {
    const admin = await people.join("admin");
    const agent = await publishItem(server, "agents", ada as Person);
    await spend(telemetry, ada as Person, { usd: 3, at: NOW, more: { agent_id: agent.id } });
    const [all, ofBob] = [await made(admin, { scope_type: "all" }), await made(admin, { scope_id: bob?.user.id })];
    const ofAgent = await made(admin, { scope_type: "agent", scope_id: agent.id });
    expect(ofAgent.spent_usd).toBe(3);
    expect((await setRole(admin, "user")).statusCode).toBe(200);
    // A change of role ends sessions; whether or not it has, the same person asks again.
    const credentials = { email: admin.user.email, password: PASSWORD };
    const { access_token } = (await send("POST /auth/login", { body: credentials })).json<{ access_token: string }>();
    const demoted = { ...admin, token: access_token };
    for (const budget of [all, ofBob]) {
      for (const attempt of [read, change, remove]) {
        expect(verdict(await attempt(demoted, budget))).toEqual([403, "forbidden"]);
      }
    }
    // What is left of it is their own sessions.
    expect(await listed(demoted)).toEqual([ofAgent.id]);
    expect((await read(demoted, ofAgent)).json()).toMatchObject({ spent_usd: 0 });
    expect(verdict(await change(demoted, ofAgent))).toEqual([403, "forbidden"]);
  });

  test("goes with the team, the agent or the user that it is about, and outlives its creator", async () => {
    const [owner, person, admin] = [await people.join(), await people.join(), await people.join("admin")];
    const team = await teamOf(owner);
    const agent = await send("POST /agents/draft", {
      token: owner.token,
      body: { name: `a-${randomUUID().slice(0, 8)}`, version: "1.0.0", description: "x", model_name: "m", prompt: "p" },
    });
    const { id: agentId } = agent.json<{ id: string }>();
    const ofTeam = await made(owner, { scope_type: "team", scope_id: team });
    const ofAgent = await made(owner, { scope_type: "agent", scope_id: agentId });
    const ofPerson = await made(admin, { scope_id: person.user.id });
    const ofOwner = await made(admin, { scope_id: owner.user.id });
    const boss = await people.join("super_admin");
    const deletions = [
      await send(`DELETE /teams/${team}`, { token: owner.token }),
      await send(`DELETE /agents/${agentId}`, { token: owner.token }),
      await send(`DELETE /admin/users/${person.user.id}`, { token: boss.token }),
      await send(`DELETE /admin/users/${admin.user.id}`, { token: boss.token }),
    ];
    for (const deleted of deletions) expect([deleted.statusCode < 300, deleted.body]).toEqual([true, deleted.body]);
    for (const gone of [ofTeam, ofAgent, ofPerson]) {
      expect(verdict(await read(people.admin, gone))).toEqual([404, "not_found"]);
    }
    expect((await read(owner, ofOwner)).json()).toMatchObject({ created_by: null });
    expect(verdict(await change(owner, ofOwner))).toEqual([403, "forbidden"]);
  });

  test("is one of fifty at most, also when several are created at once", async () => {
    const person = await people.join();
    await runSql(
      server.platform.relational,
      `INSERT INTO budget (id, name, scope_type, user_id, amount_usd, period, created_by)
       SELECT gen_random_uuid(), 'Old', 'user', $1, 1, 'day', $1 FROM generate_series(1, 48)`,
      [person.user.id],
    );
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(person)));
    expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409]);
    expect(answers.filter(({ statusCode }) => statusCode === 409).map(verdict)[0]).toEqual([409, "conflict"]);
  });
});
