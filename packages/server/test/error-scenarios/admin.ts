import { randomUUID } from "node:crypto";
import { runSql } from "../../src/platform/relational/index.js";
import { PASSWORD, type Person } from "../people.js";
import type { Scenario, Stage } from "./scenario.js";

type Change = readonly [path: "role" | "password" | "active" | "department", body: object];

const ROLE: Change = ["role", { role: "user" }];
const SECRET: Change = ["password", { generate: true }];
const ACTIVE: Change = ["active", { active: false }];
const DEPARTMENT: Change = ["department", { department: "Research" }];

const changing =
  ([path, body]: Change, whom: (stage: Stage) => Person | undefined): Scenario =>
  (stage) =>
    stage.send(`PUT /admin/users/${whom(stage)?.user.id ?? randomUUID()}/${path}`, { token: stage.admin.token, body });
const oneself = ({ admin }: Stage): Person => admin;
const someoneAbove = ({ boss }: Stage): Person => boss;
const nobody = (): undefined => undefined;

const creating =
  (more: (stage: Stage) => object): Scenario =>
  (stage) =>
    stage.send("POST /admin/users", {
      token: stage.admin.token,
      body: { email: `${randomUUID()}@example.com`, name: "New", password: PASSWORD, ...more(stage) },
    });

const asBoss =
  (line: Parameters<Stage["send"]>[0], body?: object): Scenario =>
  ({ send, boss: { token } }) =>
    send(line, { token, ...(body ? { body } : {}) });

/** Sealed bytes that no key opens. */
async function resealUnreadable({ server, send, boss: { token } }: Stage): ReturnType<Stage["send"]> {
  const key = "discovery.embedding_url";
  await runSql(server.platform.relational, "INSERT INTO setting (key, sealed) VALUES ($1, '\\x00')", [key]);
  const refused = await send("POST /admin/sealing-key/rotate", { token });
  await send(`DELETE /admin/settings/${key}`, { token });
  return refused;
}

export const ADMIN_SCENARIOS: Readonly<Record<string, Scenario>> = {
  "listAuditLog validation_failed": asBoss("GET /admin/audit-log?start_date=yesterday"),
  "exportAuditLog validation_failed": asBoss("GET /admin/audit-log/export?format=xml"),
  "getSetting unknown_setting": asBoss("GET /admin/settings/no.such"),
  "putWeights validation_failed": asBoss("PUT /admin/weights", { goal_completion: 0.9 }),
  "putSetting unknown_setting": asBoss("PUT /admin/settings/no.such", { value: "x" }),
  "putSetting externally_managed": asBoss("PUT /admin/settings/security.rate_limit_auth", { value: "x" }),
  "putSetting validation_failed": asBoss("PUT /admin/settings/discovery.explore_enabled", { value: "perhaps" }),
  "checkSetting unknown_setting": asBoss("POST /admin/settings/no.such/check", { value: "x" }),
  "checkSetting externally_managed": asBoss("POST /admin/settings/security.rate_limit_auth/check", { value: "x" }),
  "checkSetting validation_failed": asBoss("POST /admin/settings/discovery.explore_enabled/check", {
    value: "perhaps",
  }),
  "deleteSetting unknown_setting": asBoss("DELETE /admin/settings/no.such"),
  "deleteSetting externally_managed": asBoss("DELETE /admin/settings/security.rate_limit_auth"),
  "rotateSealingKey invalid_state": resealUnreadable,

  "createUser conflict": creating(({ user: { user } }) => ({ email: user.email })),
  "createUser name_taken": creating(({ user: { user } }) => ({ username: user.username })),
  "setUserRole invalid_state": changing(ROLE, oneself),
  "setUserRole forbidden": changing(ROLE, someoneAbove),
  "setUserRole not_found": changing(ROLE, nobody),
  "setUserPassword invalid_state": changing(SECRET, oneself),
  "setUserPassword forbidden": changing(SECRET, someoneAbove),
  "setUserPassword not_found": changing(SECRET, nobody),
  "setUserActive invalid_state": changing(ACTIVE, oneself),
  "setUserActive forbidden": changing(ACTIVE, someoneAbove),
  "setUserActive not_found": changing(ACTIVE, nobody),
  "setUserDepartment forbidden": changing(DEPARTMENT, someoneAbove),
  "setUserDepartment not_found": changing(DEPARTMENT, nobody),
  "deleteUser invalid_state": ({ send, boss: { token, user } }) => send(`DELETE /admin/users/${user.id}`, { token }),
  "deleteUser not_found": asBoss(`DELETE /admin/users/${randomUUID()}`),

  "recordCliEvent validation_failed": asBoss("POST /audit/cli-event", { action: "Not an action" }),
};
