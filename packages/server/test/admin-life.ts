import { randomUUID } from "node:crypto";
import { PASSWORD, type People, type Person, type Send } from "./people.js";
import { submissionOf } from "./items.js";

interface Life {
  readonly send: Send;
  readonly people: People & { readonly admin: Person };
}

/** Makes every change to accounts, settings, teams, keys, feedback and telemetry that there is, each of which succeeds. */
export async function liveAsAdmin(life: Life): Promise<void> {
  const boss = await life.people.join("super_admin");
  await changeAccounts(life, boss);
  await changeSettings(life, boss);
  await watchAgents(life, boss);
  await changeTeams(life);
  await changeOwnAccount(life);
  await giveFeedback(life);
}

/** What a step answers; a step that fails ends the test. */
function stepsOf(send: Send, { token }: Person) {
  return async (line: Parameters<Send>[0], body: object = {}): Promise<Record<string, string>> => {
    const answer = await send(line, { token, body });
    if (answer.statusCode >= 300) throw new Error(`${line}: ${answer.statusCode} ${answer.body}`);
    return answer.statusCode === 204 ? {} : answer.json();
  };
}

async function changeAccounts({ send }: Life, boss: Person): Promise<void> {
  const step = stepsOf(send, boss);
  const email = `kim-${randomUUID().slice(0, 8)}@example.com`;
  const { id } = await step("POST /admin/users", { email, name: "Kim" });
  await step(`PUT /admin/users/${id}/role`, { role: "reviewer" });
  await step(`PUT /admin/users/${id}/department`, { department: "Stables" });
  await step("POST /admin/users/bulk-department", { entries: [{ email, department: "Tack" }] });
  await step(`PUT /admin/users/${id}/password`, { generate: true });
  await step(`PUT /admin/users/${id}/active`, { active: false });
  await step(`DELETE /admin/users/${id}`);
}

async function watchAgents({ send }: Life, boss: Person): Promise<void> {
  const step = stepsOf(send, boss);
  await step("PUT /admin/weights", { goal_completion: 0.28, tool_failures: 0.13 });
  const { id: agent_id } = await step("POST /agents", submissionOf("agents"));
  const body = { agent_id, canary_type: "numeric", injection_point: "context" };
  const { id } = await step("POST /admin/canaries", body);
  await step(`DELETE /admin/canaries/${id}`);
}

async function changeSettings({ send }: Life, boss: Person): Promise<void> {
  const step = stepsOf(send, boss);
  const setting = "/admin/settings/auth.self_registration_enabled";
  await step(`PUT ${setting}`, { value: true });
  const email = `ray-${randomUUID().slice(0, 8)}@example.com`;
  await step("POST /auth/register", { email, name: "Ray", password: PASSWORD });
  await step(`DELETE ${setting}`);
  await step("POST /admin/sealing-key/rotate");
  const { id } = await step("POST /admin/ard-sources", { url: `https://${randomUUID()}.invalid/ard.json` });
  await step(`DELETE /admin/ard-sources/${id}`);
  await step("POST /admin/telemetry/purge", { user_id: randomUUID() });
  for (const line of ["GET /admin/telemetry/retention", "GET /telemetry/export"] as const) {
    await send(line, { token: boss.token });
  }
}

async function changeTeams({ send, people }: Life): Promise<void> {
  const [owner, member] = [await people.join("reviewer"), await people.join()];
  const [step, their] = [stepsOf(send, owner), stepsOf(send, member)];
  const { id } = await step("POST /teams", { name: `Team ${randomUUID().slice(0, 8)}` });
  await step(`PUT /teams/${id}`, { visibility: "private" });
  await step(`POST /teams/${id}/members`, { user_id: member.user.id });
  await step(`PUT /teams/${id}/members/${member.user.id}`, { role: "owner" });
  await step(`DELETE /teams/${id}/members/${member.user.id}`);
  await step(`POST /teams/${id}/members`, { user_id: member.user.id });
  await their(`POST /teams/${id}/leave`);
  await step(`DELETE /teams/${id}`);
}

async function changeOwnAccount({ send, people }: Life): Promise<void> {
  const person = await people.join();
  const step = stepsOf(send, person);
  await step("PUT /auth/profile/username", { username: `ann-${randomUUID().slice(0, 8)}` });
  const { id } = await step("POST /keys", { name: "laptop", expires_in_days: 7 });
  await step(`DELETE /keys/${id}`);
  await step("POST /auth/logout");
}

async function giveFeedback({ send, people }: Life): Promise<void> {
  const reviewer = await people.join("reviewer");
  const step = stepsOf(send, reviewer);
  const { id: listing_id } = await step("POST /skills", submissionOf("skills"));
  await step(`POST /review/${listing_id}/approve`);
  const { id } = await step("POST /feedback", { listing_id, listing_type: "skill", rating: 4 });
  await step(`PUT /feedback/${id}`, { rating: 5 });
  await step(`DELETE /feedback/${id}`);
}
