import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, PASSWORD, verdict, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";

describe("while only single sign-on is allowed", () => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  let key: string;
  beforeAll(async () => {
    server = await startTestServer();
    send = createSend(server);
    people = await invitePeople(server);
    ada = await people.join();
    key = (await send("POST /keys", { token: ada.token, body: { name: "ci" } })).json<{ key: string }>().key;
    await put("auth.self_registration_enabled", true);
    await put("deployment.sso_only", true);
  });
  afterAll(() => server.close());

  const put = (name: string, value: boolean) =>
    send(`PUT /admin/settings/${name}`, { token: people.admin.token, body: { value } });
  const NEW = "Another-Horse-8";

  test.each<[`${"POST" | "PUT"} ${string}`, "ada" | "admin" | "nobody", (of: Person) => object]>([
    ["POST /auth/bootstrap", "nobody", () => ({ email: "x@example.com", password: NEW })],
    ["POST /auth/init", "nobody", () => ({ email: "x@example.com", password: NEW })],
    ["POST /auth/register", "nobody", () => ({ email: "x@example.com", name: "X", password: NEW })],
    ["POST /auth/login", "nobody", ({ user }) => ({ email: user.email, password: PASSWORD })],
    ["POST /auth/token", "nobody", ({ user }) => ({ email: user.email, password: PASSWORD })],
    ["POST /auth/request-reset", "nobody", ({ user }) => ({ email: user.email })],
    ["POST /auth/reset-password", "nobody", ({ user }) => ({ email: user.email, code: "ABC123", new_password: NEW })],
    ["PUT /auth/profile/password", "ada", () => ({ current_password: PASSWORD, new_password: NEW })],
    ["POST /admin/users", "admin", () => ({ email: "x@example.com", name: "X" })],
    ["PUT /admin/users/:id/password", "admin", () => ({ generate: true })],
  ])("%s is blocked", async (line, as, bodyFor) => {
    const token = { ada: ada.token, admin: people.admin.token, nobody: undefined }[as];
    const path = line.replace(":id", ada.user.id) as typeof line;
    expect(verdict(await send(path, { token, body: bodyFor(ada) }))).toEqual([403, "sso_only"]);
  });

  test("API keys, refresh and everything else go on", async () => {
    expect((await send("GET /auth/whoami", { key })).statusCode).toBe(200);
    expect((await send("POST /auth/login", { body: { api_key: key } })).statusCode).toBe(200);
    expect((await send("POST /auth/token", { body: { api_key: key } })).statusCode).toBe(200);
    const body = { refresh_token: ada.refreshToken };
    expect((await send("POST /auth/token/refresh", { body })).statusCode).toBe(200);
    expect(
      (await send("PUT /auth/profile/username", { token: ada.token, body: { username: "ada-l" } })).statusCode,
    ).toBe(200);
    expect((await send("GET /config/public")).json()).toMatchObject({ sso_only: true });
  });

  test("a stranger learns no more of an account than before", async () => {
    const known = await send("POST /auth/login", { body: { email: ada.user.email, password: PASSWORD } });
    const unknown = await send("POST /auth/login", { body: { email: "nobody@example.com", password: "x" } });
    expect(known.json().detail).toBe(unknown.json().detail);
  });

  test("passwords come back with the setting", async () => {
    await put("deployment.sso_only", false);
    const login = await send("POST /auth/login", { body: { email: ada.user.email, password: PASSWORD } });
    expect(login.statusCode).toBe(200);
    await put("deployment.sso_only", true);
  });
});
