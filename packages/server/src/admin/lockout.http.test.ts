import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, PASSWORD, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

describe.each(largestSize)("a setting that would lock people out ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
  });
  afterAll(() => server.close());

  const put = (key: string, value: unknown): ReturnType<Send> =>
    send(`PUT /admin/settings/${key}`, { token: people.admin.token, body: { value } });
  const check = (key: string, body: object): ReturnType<Send> =>
    send(`POST /admin/settings/${key}/check`, { token: people.admin.token, body });
  const unset = (key: string): ReturnType<Send> => send(`DELETE /admin/settings/${key}`, { token: people.admin.token });

  test("is checked without being changed, accepted all the same, and answered with a warning", async () => {
    const nobody = { warnings: [expect.stringContaining("Nobody would be able to sign in")] };
    expect((await check("deployment.sso_only", { value: true })).json()).toMatchObject(nobody);
    expect(
      (await send("POST /auth/login", { body: { email: "root@example.com", password: PASSWORD } })).statusCode,
    ).toBe(200);
    const set = await put("deployment.sso_only", true);
    expect([set.statusCode, set.json()]).toEqual([200, expect.objectContaining({ value: "true", ...nobody })]);
    expect((await unset("deployment.sso_only")).json()).toEqual({ deleted: "deployment.sso_only" });
  });

  test("is also the last provider's, be it emptied or unset, while passwords are off", async () => {
    await put("oauth.client_id", "tack");
    await put("oauth.server_metadata_url", "https://id.example.com");
    expect((await put("deployment.sso_only", true)).json().warnings).toEqual([
      expect.stringContaining("Nobody would be able to sign in until the server is restarted"),
      expect.stringContaining("You would not be able to sign in again"),
    ]);
    const nobody = [expect.stringContaining("Nobody would be able to sign in")];
    expect((await check("oauth.client_id", {})).json()).toMatchObject({ warnings: nobody });
    expect((await put("oauth.client_id", "")).json().warnings).toEqual(nobody);
    expect((await unset("oauth.server_metadata_url")).json().warnings).toEqual(nobody);
    await unset("deployment.sso_only");
  });

  test("is not one that has no such effect: the answer is as it always was", async () => {
    expect((await put("discovery.explore_enabled", true)).json()).not.toHaveProperty("warnings");
    expect((await check("discovery.explore_enabled", {})).json()).toMatchObject({ warnings: [] });
  });
});
