import { parseSetCookie } from "cookie";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, PASSWORD, verdict, type People, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";

const WEB = { "x-tackroom-client": "web", origin: "https://tack.example.com" };

describe.each(largestSize)("a browser's session ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People;
  beforeAll(async () => {
    server = await startTestServer({ on, env: { FRONTEND_URL: "https://tack.example.com" } });
    send = createSend(server);
    people = await invitePeople(server);
  });
  afterAll(() => server.close());

  const signIn = async (): Promise<{ token: string; cookie: string; answer: Awaited<ReturnType<Send>> }> => {
    const { user } = await people.join();
    const answer = await send("POST /auth/login", { headers: WEB, body: { email: user.email, password: PASSWORD } });
    const cookie = String(answer.headers["set-cookie"]);
    return { token: answer.json().access_token, cookie: cookie.split(";")[0] ?? "", answer };
  };
  const refresh = (cookie: string, headers: Record<string, string> = WEB): ReturnType<Send> =>
    send("POST /auth/token/refresh", { headers: { ...headers, cookie }, body: {} });

  test("keeps its refresh token in a cookie that no script can read, and not in the answer", async () => {
    const { answer } = await signIn();
    expect(answer.json()).not.toHaveProperty("refresh_token");
    expect(parseSetCookie(String(answer.headers["set-cookie"]))).toMatchObject({
      name: "tack_refresh",
      value: expect.stringMatching(/^eyJ/),
      httpOnly: true,
      secure: true,
      sameSite: "strict",
      path: "/api/v1/auth",
      maxAge: 30 * 24 * 60 * 60,
    });
  });

  test("is refreshed with the cookie, which is replaced", async () => {
    const { cookie } = await signIn();
    const answer = await refresh(cookie);
    expect([answer.statusCode, Object.keys(answer.json()).toSorted()]).toEqual([
      200,
      ["access_token", "expires_in", "token_type"],
    ]);
    const next = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
    expect(next).not.toBe(cookie);
    expect((await refresh(next)).statusCode).toBe(200);
  });

  test.each([
    ["from another page", { ...WEB, origin: "https://evil.example" }, 403],
    ["without an origin", { "x-tackroom-client": "web" }, 403],
    ["without the header that only our page sends", { origin: WEB.origin }, 401],
  ])("is not refreshed %s", async (_what, headers, status) => {
    const { cookie } = await signIn();
    expect((await refresh(cookie, headers)).statusCode).toBe(status);
    expect((await refresh(cookie)).statusCode).toBe(200);
  });

  test("counts for refreshing, revoking and signing out, and for nothing else", async () => {
    const { cookie } = await signIn();
    expect(verdict(await send("GET /auth/whoami", { headers: { ...WEB, cookie } }))).toEqual([401, "unauthenticated"]);
    expect(verdict(await send("GET /keys", { headers: { ...WEB, cookie } }))).toEqual([401, "unauthenticated"]);
    const revoked = await send("POST /auth/token/revoke", { headers: { ...WEB, cookie }, body: {} });
    expect(revoked.statusCode).toBe(200);
    expect((await refresh(cookie)).statusCode).toBe(401);
  });

  test("ends with signing out, which takes the cookie away", async () => {
    const { cookie, token } = await signIn();
    const out = await send("POST /auth/logout", { token, headers: { ...WEB, cookie }, body: {} });
    expect(out.statusCode).toBe(200);
    expect(parseSetCookie(String(out.headers["set-cookie"]))).toMatchObject({
      name: "tack_refresh",
      value: "",
      maxAge: 0,
    });
    expect((await refresh(cookie)).statusCode).toBe(401);
  });
});
