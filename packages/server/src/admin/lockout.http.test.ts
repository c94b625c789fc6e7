import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, type People, type Person, type Send } from "../../test/people.js";
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

  test("is checked without being changed, accepted all the same, and answered with a warning, also when it is unset", async () => {
    const [key, value] = ["deployment.frontend_url", "https://elsewhere.example.com"];
    const moved = { warnings: [expect.stringContaining(`Browser sessions will only work at ${value}`)] };
    expect((await check(key, { value })).json()).toEqual(moved);
    expect((await send(`GET /admin/settings/${key}`, { token: people.admin.token })).json()).toMatchObject({
      is_set: false,
    });
    const set = await put(key, value);
    expect([set.statusCode, set.json()]).toEqual([200, expect.objectContaining({ value, ...moved })]);
    const back = { warnings: [expect.stringContaining(`everyone at ${value} will be signed out`)] };
    expect((await check(key, {})).json()).toEqual(back);
    expect((await unset(key)).json()).toEqual({ deleted: key, ...back });
  });

  test("is not one that has no such effect: the answer is as it always was", async () => {
    expect((await put("discovery.explore_enabled", true)).json()).not.toHaveProperty("warnings");
    expect((await check("discovery.explore_enabled", {})).json()).toEqual({ warnings: [] });
  });
});
