import type { ItemDetail } from "@tackroom/contract";
import { STARTER_SKILL_SLUG } from "@tackroom/contract/slug";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";

describe.each(largestSize)("the starter skill ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer({ on, env: { STARTER_SKILL: "true" } });
    send = createSend(server);
    people = await invitePeople(server);
    ada = await people.join();
  });
  afterAll(() => server.close());

  const skills = async ({ token }: Person) => (await send("GET /skills", { token })).json<ItemDetail[]>();

  test("is there for everyone with the first admin, who owns it, approved and without a risk signal", async () => {
    const [skill, ...others] = await skills(ada);
    expect(others).toEqual([]);
    const { username } = people.admin.user;
    expect(skill).toMatchObject({
      qualified_name: `${username}/${STARTER_SKILL_SLUG}`,
      version: "1.0.0",
      status: "approved",
    });
    const detail = (await send(`GET /skills/${skill?.id}`, { token: people.admin.token })).json<ItemDetail>();
    expect(detail).toMatchObject({ user_permission: "owner", visibility: "public", risk_signals: [] });
    const attestation = await send(`GET /skills/${skill?.id}/versions/1.0.0/attestation`, { token: ada.token });
    expect(attestation.statusCode, attestation.body).toBe(200);
    const events = await send("GET /admin/audit-log?action=auth.bootstrap", { token: people.admin.token });
    expect(events.body).toContain(`${username}/find-in-registry`);
  });

  test("is found by what it is for, and installed with the text that agents read", async () => {
    const body = { query: { text: "which tools has my organization approved?" } };
    const found = (await send("POST /ard/search", { token: ada.token, body })).json();
    expect(JSON.stringify(found)).toContain("find-in-registry");
    const [skill] = await skills(ada);
    const install = { harness: "claude-code" };
    const answer = await send(`POST /skills/${skill?.id}/install`, { token: ada.token, body: install });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.body).toContain("Find what the organization has approved");
  });

  test("belongs to its owner like everything else: once deleted, it stays away", async () => {
    const [skill] = await skills(people.admin);
    const { token } = people.admin;
    expect((await send(`DELETE /skills/${skill?.id}`, { token })).statusCode).toBeLessThan(300);
    expect(verdict(await send("POST /auth/bootstrap", { body: {} }))).toEqual([409, "already_initialized"]);
    expect(await skills(ada)).toEqual([]);
  });
});
