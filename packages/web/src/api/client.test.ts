import { describe, expect, test } from "vitest";
import { createApi } from "./client.js";

interface Sent {
  readonly url: string;
  readonly token: string | null;
  readonly client: string | null;
}

const ADA = { id: "ada", username: "ada" };

/** A fake server that issues the access tokens `t1`, `t2` …, of which only the newest is valid. */
function fakeServer({ sessionOver = false, hinted = true, begun = undefined as Promise<Response> | undefined } = {}) {
  let issued = 0;
  let has = hinted;
  const cookie = { isOver: sessionOver, user: "ada" };
  const hint = { mayHave: () => has, set: (now: boolean) => void (has = now) };
  const sent: Sent[] = [];
  const json = (status: number, body: unknown): Response =>
    new Response(JSON.stringify(body), {
      status,
      headers: { "content-type": "application/json", "x-total-count": "7", "x-request-id": "r1" },
    });
  const send = async (url: unknown, { headers }: RequestInit = {}): Promise<Response> => {
    const given = new Headers(headers);
    sent.push({ url: String(url), token: given.get("authorization"), client: given.get("x-tackroom-client") });
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (String(url).endsWith("/token/refresh")) {
      if (cookie.isOver) return json(401, { detail: "Sign in again.", code: "unauthenticated" });
      issued += 1;
      return json(200, { access_token: `t${issued}` });
    }
    if (given.get("authorization") !== `Bearer t${issued}`)
      return json(401, { detail: "Expired.", code: "unauthenticated" });
    return json(200, String(url).endsWith("/whoami") ? { id: cookie.user, username: cookie.user } : [{ id: 1 }]);
  };
  const paths = (): string[] => sent.map(({ url }) => url.replace("/api/v1", ""));
  return { api: createApi(send, hint, begun), sent, paths, hint, cookie, expire: () => void (issued += 1) };
}

describe("a session in the browser", () => {
  test("is not asked for where nobody has signed in", async () => {
    const { api, sent } = fakeServer({ hinted: false });
    expect([await api.resume(), sent]).toEqual([undefined, []]);
  });

  test("is remembered from the sign-in until it is over, here or elsewhere", async () => {
    const here = fakeServer({ hinted: false });
    here.api.keep({ access_token: "t0", user: ADA });
    expect(here.hint.mayHave()).toBe(true);
    await here.api.signOut();
    expect(here.hint.mayHave()).toBe(false);
    const elsewhere = fakeServer({ sessionOver: true });
    expect(await elsewhere.api.resume()).toBeUndefined();
    expect(elsewhere.hint.mayHave()).toBe(false);
  });

  test("is taken up by a refresh that is on its way, which serves once", async () => {
    const begun = Promise.resolve(
      new Response('{"access_token":"t0"}', { headers: { "content-type": "application/json" } }),
    );
    const { api, sent, expire } = fakeServer({ begun });
    expect(await api.resume()).toEqual(ADA);
    expect(sent).toEqual([{ url: "/api/v1/auth/whoami", token: "Bearer t0", client: "web" }]);
    expire();
    await api.resume();
    expect(sent.map(({ url }) => url)).toContain("/api/v1/auth/token/refresh");
  });

  test("is asked for anew when a refresh that was on its way did not arrive", async () => {
    const begun = Promise.reject(new TypeError("Failed to fetch"));
    const { api } = fakeServer({ begun });
    await expect(api.resume()).rejects.toMatchObject({ code: "unreachable" });
    expect(await api.resume()).toEqual(ADA);
  });

  test("is taken up by the cookie, which only the web app's own header makes count", async () => {
    const { api, sent } = fakeServer();
    expect(await api.resume()).toEqual(ADA);
    expect(sent.map(({ client }) => client)).toEqual(["web", "web"]);
    expect(sent[0]?.token).toBeNull();
  });

  test("is waited for by what is asked while it is taken up", async () => {
    const { api, sent } = fakeServer();
    const [user, teams] = await Promise.all([api.resume(), api.list("listMyTeams")]);
    expect([user, teams.total]).toEqual([ADA, 7]);
    expect(sent.map(({ token }) => token)).toEqual([null, "Bearer t1", "Bearer t1"]);
  });

  test("is none where the cookie is gone", async () => {
    expect(await fakeServer({ sessionOver: true }).api.resume()).toBeUndefined();
  });

  test("is renewed once for calls that fail together, and each is sent once more", async () => {
    const { api, sent, expire } = fakeServer();
    await api.resume();
    expire();
    sent.length = 0;
    const answers = await Promise.all([api.list("listMyTeams"), api.list("listKeys"), api.list("listSessions")]);
    expect(answers.map(({ total }) => total)).toEqual([7, 7, 7]);
    expect(sent.filter(({ url }) => url.endsWith("/token/refresh"))).toHaveLength(1);
    // Each twice, the refresh, and whose session it renewed.
    expect(sent).toHaveLength(8);
  });

  test("that has ended is reported as the server's error, after one try", async () => {
    const { api, sent } = fakeServer({ sessionOver: true });
    api.keep({ access_token: "old", user: ADA });
    await expect(api.call("listKeys")).rejects.toMatchObject({ status: 401, code: "unauthenticated", requestId: "r1" });
    expect(sent.map(({ url }) => url.replace("/api/v1", ""))).toEqual(["/keys", "/auth/token/refresh"]);
  });

  test("that has ended sends nothing more, until the user has signed in again in another tab", async () => {
    const { api, paths, sent, hint, cookie } = fakeServer();
    await api.resume();
    cookie.isOver = true;
    api.keep({ access_token: "revoked", user: ADA });
    await expect(api.call("listKeys")).rejects.toMatchObject({ code: "unauthenticated" });
    sent.length = 0;
    const again = { status: 401, code: "unauthenticated", message: "You have been signed out. Sign in again." };
    await expect(api.call("listKeys")).rejects.toMatchObject(again);
    await expect(api.accessToken()).rejects.toMatchObject(again);
    expect(sent).toEqual([]);
    cookie.isOver = false;
    hint.set(true);
    expect((await api.list("listKeys")).total).toBe(7);
    expect(paths()).toEqual(["/auth/token/refresh", "/auth/whoami", "/keys"]);
  });

  test("that has ended already can be left, and then pages without a session work", async () => {
    const { api, paths, cookie } = fakeServer();
    await api.resume();
    cookie.isOver = true;
    api.keep({ access_token: "revoked", user: ADA });
    expect(await api.signOut()).toBeUndefined();
    await api.call("resetPassword", { body: {} }).catch(() => undefined);
    expect(paths().at(-1)).toBe("/auth/reset-password");
  });

  test("of another user is not used in the name of the one whose page is open", async () => {
    const { api, paths, sent, cookie, expire } = fakeServer();
    await api.resume();
    cookie.user = "dana";
    expire();
    sent.length = 0;
    const changed = { status: 401, code: "account_changed" };
    await expect(api.call("createTeam", { body: { name: "Ops" } })).rejects.toMatchObject(changed);
    await expect(api.call("createTeam", { body: { name: "Ops" } })).rejects.toMatchObject(changed);
    expect(paths()).toEqual(["/teams", "/auth/token/refresh", "/auth/whoami"]);
    cookie.user = "ada";
    expect(await api.resume()).toEqual(ADA);
    expect((await api.list("listKeys")).total).toBe(7);
  });

  test("is not renewed because a password is wrong", async () => {
    const { api, paths } = fakeServer();
    await api.resume();
    await expect(api.call("login", { body: { email: "ada", password: "x" } })).rejects.toMatchObject({ status: 401 });
    expect(paths()).toEqual(["/auth/token/refresh", "/auth/whoami", "/auth/login"]);
  });

  test("begins with a one-time code that is sent once and without the token of an earlier session", async () => {
    const { api, sent } = fakeServer();
    api.keep({ access_token: "old", user: ADA });
    const [first, second] = await Promise.allSettled([api.exchange("c1"), api.exchange("c1")]);
    expect(second).toEqual(first);
    expect(sent).toEqual([{ url: "/api/v1/auth/exchange", token: null, client: "web" }]);
    await api.exchange("c2").catch(() => undefined);
    expect(sent).toHaveLength(2);
  });

  test("that meets no server says so", async () => {
    const { hint } = fakeServer();
    const api = createApi(() => Promise.reject(new TypeError("fetch failed")), hint);
    await expect(api.call("getHealth")).rejects.toMatchObject({ status: 0, code: "unreachable" });
  });
});
