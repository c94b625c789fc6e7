import type { LightMyRequestResponse } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { runSql } from "../platform/relational/index.js";

describe.each(largestSize)("the first admin ($size)", (on) => {
  let server: TestServer;
  afterEach(() => server.close());

  const send = (
    payload: object | undefined,
    options: { headers?: Record<string, string>; remoteAddress?: string; url?: string } = {},
  ): Promise<LightMyRequestResponse> =>
    server.app.inject({
      method: "POST",
      url: options.url ?? "/api/v1/auth/bootstrap",
      remoteAddress: options.remoteAddress ?? "127.0.0.1",
      headers: { host: "localhost:8000", "content-type": "application/json", ...options.headers },
      ...(payload ? { payload } : {}),
    });
  const whoami = (token: string): Promise<LightMyRequestResponse> =>
    server.app.inject({ url: "/api/v1/auth/whoami", headers: { authorization: `Bearer ${token}` } });

  test("needs the bootstrap token where the operator has set one, besides being on the machine", async () => {
    server = await startTestServer({ on, env: { BOOTSTRAP_TOKEN: "horse-battery-staple" } });
    const right = { "x-bootstrap-token": "horse-battery-staple" };
    for (const url of ["/api/v1/auth/bootstrap", "/api/v1/auth/init"]) {
      expect((await send({}, { url })).json()).toMatchObject({ status: 403, code: "bootstrap_token_required" });
    }
    for (const token of ["", "horse", "horse-battery-staple "]) {
      expect((await send({ token })).json()).toMatchObject({ status: 403, code: "bootstrap_token_required" });
    }
    const elsewhere = await send({}, { remoteAddress: "192.0.2.7", headers: right });
    expect(elsewhere.json()).toMatchObject({ code: "not_loopback" });
    const made = await send({ email: "ada@example.com", token: "horse-battery-staple" });
    expect(made.statusCode).toBe(201);
    expect((await send({}, { headers: right })).json()).toMatchObject({ code: "already_initialized" });
    const log = await server.app.inject({
      url: "/api/v1/admin/audit-log?action=auth.bootstrap",
      headers: { authorization: `Bearer ${made.json().access_token}` },
    });
    expect(log.json().map(({ outcome }: { outcome: string }) => outcome)).toContain("denied");
    expect(JSON.stringify([log.json(), server.lines])).not.toContain("horse-battery-staple");
  });

  test("is created with the token as a header too", async () => {
    server = await startTestServer({ on, env: { BOOTSTRAP_TOKEN: "horse-battery-staple" } });
    const made = await send(undefined, { headers: { "x-bootstrap-token": "horse-battery-staple" } });
    expect(made.statusCode).toBe(201);
  });

  test("is created once, and can use the token that comes with it", async () => {
    server = await startTestServer({ on });
    const created = await send({ email: " Ada@Example.com ", name: "Ada", password: "Correct-Horse-7" });
    expect(created.statusCode).toBe(201);
    const { user, access_token: token, ...rest } = created.json();
    expect(user).toMatchObject({
      email: "ada@example.com",
      username: "ada",
      name: "Ada",
      role: "admin",
      auth_provider: "local",
      is_active: true,
    });
    expect(rest).toEqual({
      refresh_token: expect.stringMatching(/^eyJ/),
      token_type: "bearer",
      expires_in: 3600,
      must_change_password: false,
    });
    const who = await whoami(token);
    expect([who.statusCode, who.json()]).toEqual([200, user]);
    expect((await server.app.inject({ url: "/health" })).json()).toMatchObject({ initialized: true });

    const again = await send({ email: "eve@example.com" }, { url: "/api/v1/auth/init" });
    expect([again.statusCode, again.json().code]).toEqual([409, "already_initialized"]);
    expect(again.json().detail).toMatch(/already initialized/);

    const { rows } = await runSql(server.platform.relational, "SELECT password_hash FROM user_account WHERE id = $1", [
      user.id,
    ]);
    expect(rows).toEqual([{ password_hash: expect.stringMatching(/^\$argon2id\$/) }]);
    expect(JSON.stringify(server.lines)).not.toMatch(/Correct-Horse-7|eyJ/);

    await runSql(server.platform.relational, "UPDATE user_account SET is_active = false WHERE id = $1", [user.id]);
    expect((await whoami(token)).json()).toMatchObject({ status: 403, code: "account_deactivated" });
    await runSql(server.platform.relational, "DELETE FROM user_account WHERE id = $1", [user.id]);
    // A server alone on its database remembers accounts until its next change.
    expect((await send({})).statusCode).toBe(409);
    expect((await whoami(token)).statusCode).toBe(401);
  });

  test("is one, however many ask at the same moment; an empty request gets a password made up", async () => {
    server = await startTestServer({ on });
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(undefined)));
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
    const created = answers.find(({ statusCode }) => statusCode === 201)?.json();
    expect(created).toMatchObject({ user: { email: "admin@localhost" }, password: expect.stringMatching(/^.{20}$/) });
    const { rows } = await runSql(server.platform.relational, "SELECT count(*)::int AS users FROM user_account", []);
    expect(rows).toEqual([{ users: 1 }]);
  });

  test("is refused to whoever is not on this machine, and to bad choices, and nothing is left behind", async () => {
    server = await startTestServer({ on });
    const refused = [
      await send({}, { remoteAddress: "192.168.1.7" }),
      await send({}, { headers: { "x-forwarded-for": "127.0.0.1" } }),
      await send({}, { headers: { host: "evil.example" } }),
      await send({}, { headers: { origin: "https://evil.example" } }),
      await send(undefined, { headers: { "content-type": "text/plain" } }),
      await send({ password: "short" }),
      await send({ username: "root" }),
      await send({ email: "nobody" }),
    ];
    expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [403, "not_loopback"],
      [403, "not_loopback"],
      [403, "not_loopback"],
      [403, "not_loopback"],
      [415, "unsupported_media_type"],
      [422, "validation_failed"],
      [422, "validation_failed"],
      [422, "validation_failed"],
    ]);
    expect(refused[5]?.json().errors).toEqual([
      { path: "body.password", message: expect.stringContaining("8 characters") },
    ]);
    expect((await send({})).statusCode).toBe(201);
  });
});
