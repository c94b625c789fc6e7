import { createLocalJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { runSql } from "../../platform/relational/index.js";
import { removeExpired } from "../jobs.js";

describe.each(largestSize)("tokens ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People;
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
  });
  afterAll(() => server.close());

  const refresh = (refresh_token: string): ReturnType<Send> =>
    send("POST /auth/token/refresh", { body: { refresh_token } });
  const works = async (token: string): Promise<boolean> =>
    (await send("GET /auth/whoami", { token })).statusCode === 200;
  /** As if so many seconds had passed since every token of this sign-in was first used. */
  const letPass = (token: string, seconds: number): Promise<unknown> =>
    runSql(
      server.platform.relational,
      "UPDATE refresh_token SET first_used_at = first_used_at - make_interval(secs => $2) WHERE family = $1",
      [claims(token)["fam"], seconds],
    );

  test("are signed by a key that anyone can get, and say what the contract says", async () => {
    ada = await people.join();
    const jwks = await send("GET /auth/.well-known/jwks.json");
    expect(jwks.headers["cache-control"]).toBe("public, max-age=3600");
    expect((await server.app.inject({ url: "/.well-known/jwks.json" })).json()).toEqual(jwks.json());
    expect(jwks.json().keys).toMatchObject([
      { kty: "EC", crv: "P-256", use: "sig", alg: "ES256", purpose: "token" },
      { purpose: "attestation" },
    ]);
    expect(jwks.json().keys[0]).not.toHaveProperty("d");
    const { payload, protectedHeader } = await jwtVerify(ada.token, createLocalJWKSet(jwks.json()));
    expect(protectedHeader).toEqual({ alg: "ES256", kid: jwks.json().keys[0].kid });
    expect(payload).toMatchObject({ sub: ada.user.id, role: "user", type: "access", groups: [] });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
  });

  test("rotate: the old refresh token works again for ten seconds, and then ends the whole sign-in", async () => {
    const bob = await people.join();
    const first = (await refresh(bob.refreshToken)).json();
    expect(Object.keys(first).toSorted()).toEqual(["access_token", "expires_in", "refresh_token", "token_type"]);
    const again = (await refresh(bob.refreshToken)).json();
    expect(new Set([bob, first, again].map((each) => claims(each.refresh_token ?? bob.refreshToken)["fam"])).size).toBe(
      1,
    );
    expect([await works(first.access_token), await works(again.access_token), await works(bob.token)]).toEqual([
      true,
      true,
      true,
    ]);

    await letPass(bob.refreshToken, 9);
    const late = (await refresh(bob.refreshToken)).json();
    await letPass(bob.refreshToken, 2);
    expect(verdict(await refresh(bob.refreshToken))).toEqual([401, "unauthenticated"]);
    expect([await works(late.access_token), await works(first.access_token)]).toEqual([false, false]);
    expect(verdict(await refresh(late.refresh_token))).toEqual([401, "unauthenticated"]);
  });

  test("that were used long ago end the sign-in too, though they have been cleaned up by then", async () => {
    const bob = await people.join();
    const next = (await refresh(bob.refreshToken)).json();
    await letPass(bob.refreshToken, 2 * 60 * 60);
    await removeExpired.run({ db: server.platform.relational }, {}, 1);
    const { rows } = await runSql(server.platform.relational, "SELECT id FROM refresh_token WHERE family = $1", [
      claims(bob.refreshToken)["fam"],
    ]);
    expect(rows).toEqual([{ id: claims(next.refresh_token)["jti"] }]);
    expect((await refresh(next.refresh_token)).statusCode).toBe(200);
    expect(verdict(await refresh(bob.refreshToken))).toEqual([401, "unauthenticated"]);
    expect(await works(next.access_token)).toBe(false);
  });

  test("refreshed by twenty callers at the same moment all work and are one family; after the grace it dies", async () => {
    const bob = await people.join();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(bob.refreshToken)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    const pairs = answers.map((answer) => answer.json());
    expect(new Set(pairs.map(({ refresh_token }) => refresh_token)).size).toBe(20);
    expect(new Set(pairs.map(({ refresh_token }) => claims(refresh_token)["fam"])).size).toBe(1);
    for (const pair of pairs) expect((await refresh(pair.refresh_token)).statusCode).toBe(200);
    await letPass(bob.refreshToken, 11);
    const reused = await Promise.all(Array.from({ length: 20 }, () => refresh(bob.refreshToken)));
    expect(reused.map(({ statusCode }) => statusCode)).toEqual(reused.map(() => 401));
    expect(await works(pairs[0].access_token)).toBe(false);
  });

  test("of one kind do not serve as another", async () => {
    const bob = await people.join();
    expect(verdict(await send("GET /auth/whoami", { token: bob.refreshToken }))).toEqual([401, "unauthenticated"]);
    expect(verdict(await refresh(bob.token))).toEqual([401, "unauthenticated"]);
    expect(verdict(await refresh("rubbish"))).toEqual([401, "unauthenticated"]);
    expect(verdict(await send("POST /auth/token/refresh", { body: {} }))).toEqual([401, "unauthenticated"]);
  });

  test("end with their sign-in, at once: by revocation, by signing out, by deactivation", async () => {
    const bob = await people.join();
    const revoke = (body: object): ReturnType<Send> => send("POST /auth/token/revoke", { body });
    expect((await revoke({ refresh_token: bob.refreshToken })).json()).toEqual({ detail: "Token revoked" });
    expect(await works(bob.token)).toBe(false);
    expect(verdict(await revoke({ refresh_token: bob.refreshToken }))).toEqual([401, "unauthenticated"]);
    expect(verdict(await revoke({ refresh_token: "rubbish" }))).toEqual([401, "unauthenticated"]);
    expect(verdict(await revoke({}))).toEqual([422, "validation_failed"]);

    const eve = await people.join();
    const out = { token: eve.token, body: { refresh_token: bob.refreshToken } };
    expect((await send("POST /auth/logout", out)).statusCode).toBe(200);
    expect(await works(eve.token)).toBe(false);
    expect(verdict(await refresh(eve.refreshToken))).toEqual([401, "unauthenticated"]);
  });

  test("say the role of the moment they were made, but the account decides", async () => {
    const admin = await people.join("super_admin");
    const bob = await people.join("admin");
    const list = (): ReturnType<Send> => send("GET /admin/users", { token: bob.token });
    expect((await list()).statusCode).toBe(200);
    const demote = { token: admin.token, body: { role: "user" } };
    await send(`PUT /admin/users/${bob.user.id}/role`, demote);
    expect(verdict(await list())).toEqual([403, "forbidden"]);
    const refreshed = (await refresh(bob.refreshToken)).json();
    expect(claims(refreshed.access_token)).toMatchObject({ role: "user" });
    await send(`DELETE /admin/users/${bob.user.id}`, { token: admin.token });
    expect(verdict(await list())).toEqual([401, "unauthenticated"]);
  });

  test("for hooks only deliver telemetry, and stop from signing out to the next sign-in", async () => {
    const bob = await people.join();
    const made = await send("POST /auth/hooks-token", { token: bob.token });
    expect(made.json()).toEqual({ access_token: expect.stringMatching(/^eyJ/), expires_in: 43_200 * 60 });
    const hooks = { token: made.json().access_token };
    expect(verdict(await send("GET /auth/whoami", hooks))).toEqual([403, "forbidden"]);
    await send("POST /auth/logout", { token: bob.token });
    expect(verdict(await send("GET /auth/whoami", hooks))).toEqual([401, "unauthenticated"]);
    await send("POST /auth/login", { body: { email: bob.user.email, password: "Correct-Horse-7" } });
    expect(verdict(await send("GET /auth/whoami", hooks))).toEqual([403, "forbidden"]);
  });
});

function claims(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}
