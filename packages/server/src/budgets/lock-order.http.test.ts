import type { Budget } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { openSettingsBeside, spend } from "../../test/spending.js";
import { createTelemetry } from "../../test/telemetry.js";
import { runSql } from "../platform/relational/index.js";
import type { EvaluationDeps } from "./budget-deps.js";
import { evaluateBudgets } from "./evaluate-budgets.js";

const ROUNDS = 8;
const AT = "2026-03-10T10:00:00.000Z";

// Two who wait for each other are ended by the database: a deletion or an evaluation would then fail.
describe.each(largestSize)("what touches a budget at the same moment ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let boss: Person;
  let deps: EvaluationDeps;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    boss = await people.join("super_admin");
    const { relational } = server.platform;
    deps = { db: relational, transaction: relational.transaction, settings: await openSettingsBeside(server.platform) };
  });
  afterAll(() => server.close());

  test("takes turns: deletions of people and teams, changes, warnings and new budgets", async () => {
    const telemetry = createTelemetry(send);
    for (let round = 0; round < ROUNDS; round++) {
      const [owner, second] = [await people.join(), await people.join()];
      const handle = `team-${round}`;
      const token = owner.token;
      const team = (await send("POST /teams", { token, body: { handle, name: handle } })).json<{ id: string }>();
      const added = { user_id: second.user.id, role: "owner" };
      expect((await send(`POST /teams/${team.id}/members`, { token, body: added })).statusCode).toBeLessThan(300);
      const made = async (by: Person, scope: object) =>
        (await send("POST /budgets", { token: by.token, body: { name: "b", amount_usd: 1, ...scope } })).json<Budget>();
      const ofTeam = { scope_type: "team", scope_id: handle };
      const budgets = [await made(owner, ofTeam), await made(second, ofTeam), await made(owner, {})];
      const adminsOwn = await made(people.admin, { scope_type: "user", scope_id: owner.user.id });
      await runSql(server.platform.relational, "UPDATE budget SET created_at = '2026-01-01'", []);
      await spend(telemetry, owner, { usd: 5, at: AT });
      const all = [...budgets, adminsOwn];
      const change = (by: Person) =>
        all.map(({ id }) => send(`PATCH /budgets/${id}`, { token: by.token, body: { amount_usd: 2 } }));
      const evaluation = () => evaluateBudgets(deps, new Date("2026-03-10T12:00:00Z"));
      const answers = Promise.all([
        ...change(owner),
        ...change(people.admin),
        send("POST /budgets", { token: second.token, body: { name: "late", amount_usd: 1, ...ofTeam } }),
        send(`PUT /admin/users/${second.user.id}/role`, { token: people.admin.token, body: { role: "reviewer" } }),
        send(`DELETE /admin/users/${owner.user.id}`, { token: boss.token }),
        send(`DELETE /teams/${team.id}`, { token: people.admin.token }),
        ...all.map(({ id }) => send(`DELETE /budgets/${id}`, { token: people.admin.token })),
      ]);
      await Promise.all([evaluation(), evaluation(), answers]);
      const failed = (await answers).filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body);
      expect([round, failed]).toEqual([round, []]);
    }
  });
});
