import { randomUUID } from "node:crypto";
import { MAX_BUDGETS_PER_CREATOR, type Budget } from "@tackroom/contract";
import { runSql } from "../../src/platform/relational/index.js";
import type { Scenario, Stage } from "./scenario.js";

type Line = Parameters<Stage["send"]>[0];

const BUDGET = { name: "Coding", amount_usd: 30 };
const CHANGE = { amount_usd: 60 };

const toNone =
  (line: (id: string) => Line, body?: object): Scenario =>
  ({ send, user: { token } }) =>
    send(line(randomUUID()), { token, body });

/** A budget of the stage's user, in the hands of someone else. */
const byStranger =
  (line: (id: string) => Line, body?: object): Scenario =>
  async ({ send, people, user }) => {
    const { id } = (await send("POST /budgets", { token: user.token, body: BUDGET })).json<Budget>();
    return send(line(id), { token: (await people.join()).token, body });
  };

const creating =
  (body: object): Scenario =>
  ({ send, user: { token } }) =>
    send("POST /budgets", { token, body: { ...BUDGET, ...body } });

export const BUDGET_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "listBudgets validation_failed": ({ send, user: { token } }) => send("GET /budgets?limit=0", { token }),
  "createBudget forbidden": creating({ scope_type: "all" }),
  "createBudget not_found": creating({ scope_type: "team", scope_id: "no-such-team" }),
  "createBudget validation_failed": creating({ amount_usd: 0 }),
  "createBudget conflict": async ({ server, send, people }) => {
    const { token, user } = await people.join();
    await runSql(
      server.platform.relational,
      `INSERT INTO budget (id, name, scope_type, user_id, amount_usd, period, created_by)
       SELECT gen_random_uuid(), 'Old', 'user', $1, 1, 'day', $1 FROM generate_series(1, $2)`,
      [user.id, MAX_BUDGETS_PER_CREATOR],
    );
    return send("POST /budgets", { token, body: BUDGET });
  },
  "getBudget not_found": toNone((id) => `GET /budgets/${id}`),
  "getBudget forbidden": byStranger((id) => `GET /budgets/${id}`),
  "updateBudget not_found": toNone((id) => `PATCH /budgets/${id}`, CHANGE),
  "updateBudget forbidden": byStranger((id) => `PATCH /budgets/${id}`, CHANGE),
  "updateBudget validation_failed": toNone((id) => `PATCH /budgets/${id}`, {}),
  "deleteBudget not_found": toNone((id) => `DELETE /budgets/${id}`),
  "deleteBudget forbidden": byStranger((id) => `DELETE /budgets/${id}`),
  "listInbox validation_failed": ({ send, user: { token } }) => send("GET /me/inbox?limit=0", { token }),
  "listMySubmissions validation_failed": ({ send, user: { token } }) => send("GET /me/submissions?limit=0", { token }),
  "forgetInstall not_found": toNone((id) => `DELETE /me/installs/${id}`),
  "forgetInstall validation_failed": ({ send, user: { token } }) => send("DELETE /me/installs/x", { token }),
  "listActivity not_found": toNone((id) => `GET /activity?team_id=${id}`),
  "listActivity validation_failed": ({ send, user: { token } }) => send("GET /activity?limit=0", { token }),
  "markInboxRead validation_failed": ({ send, user: { token } }) =>
    send("POST /me/inbox/read", { token, body: { ids: [randomUUID()], all: true } }),
};
