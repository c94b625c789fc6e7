import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { serverSizes, type RunningStores } from "../../../test/sizes.js";
import { temporaryDirectory } from "../../../test/temporary.js";

// Embedded stores serve one process, so there is no other replica to hear of anything.
const atScale = serverSizes.filter(({ size }) => size === "at scale");

if (atScale.length === 0) {
  test("two replicas need stores that they can share", ({ skip }) => {
    skip("TEST_DATABASE_URL and TEST_REDIS_URL name no servers");
  });
}

describe.each(atScale)("two replicas ($size)", (on) => {
  let stores: RunningStores;
  let servers: TestServer[];
  let [here, there]: Send[] = [];
  let people: People & { admin: Person };
  beforeAll(async () => {
    stores = await on.start();
    const env = { ...stores.env, JWT_KEY_DIR: temporaryDirectory(), SECRET_KEY: "the same on both" };
    servers = [await startTestServer({ env }), await startTestServer({ env })];
    [here, there] = servers.map(createSend);
    people = await invitePeople(servers[0] as TestServer);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.close()));
    await stores.stop();
  });

  const send = (at: Send | undefined, ...request: Parameters<Send>): ReturnType<Send> => (at as Send)(...request);
  const worksThere = async (credentials: { token?: string; key?: string }): Promise<number> =>
    (await send(there, "GET /auth/whoami", credentials)).statusCode;

  test("know each other's tokens, and see a sign-out with the next request", async () => {
    const ada = await people.join();
    expect(await worksThere({ token: ada.token })).toBe(200);
    await send(here, "POST /auth/logout", { token: ada.token });
    expect(await worksThere({ token: ada.token })).toBe(401);
    const refresh = { body: { refresh_token: ada.refreshToken } };
    expect(verdict(await send(there, "POST /auth/token/refresh", refresh))).toEqual([401, "unauthenticated"]);
  });

  test("see a revoked key, a demotion and a deactivation with the next request", async () => {
    const ada = await people.join("admin");
    const { key, id } = (await send(here, "POST /keys", { token: ada.token, body: { name: "ci" } })).json();
    expect((await send(there, "GET /admin/users", { key })).statusCode).toBe(200);
    await send(here, `PUT /admin/users/${ada.user.id}/role`, { token: people.admin.token, body: { role: "user" } });
    expect((await send(there, "GET /admin/users", { key })).statusCode).toBe(403);
    await send(here, `DELETE /keys/${id}`, { token: ada.token });
    expect(await worksThere({ key })).toBe(401);
    const off = { token: people.admin.token, body: { active: false } };
    expect(await worksThere({ token: ada.token })).toBe(200);
    await send(here, `PUT /admin/users/${ada.user.id}/active`, off);
    expect(await worksThere({ token: ada.token })).toBe(401);
  });

  test("give one refresh token's twenty callers pairs of one family, whichever they ask", async () => {
    const ada = await people.join();
    const body = { refresh_token: ada.refreshToken };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => send(n % 2 ? here : there, "POST /auth/token/refresh", { body })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  });

  test("follow a setting without a restart, and make one account of two registrations at the same moment", async () => {
    const setting = { token: people.admin.token, body: { value: true } };
    await send(here, "PUT /admin/settings/auth.self_registration_enabled", setting);
    const body = { email: "twice@example.com", name: "Twice", password: "Correct-Horse-7" };
    await eventually(async () => {
      const probe = await send(there, "POST /auth/register", { body: { ...body, password: "short" } });
      expect(probe.statusCode).toBe(422);
    });
    const both = await Promise.all([here, there].map((at) => send(at, "POST /auth/register", { body })));
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });
});
