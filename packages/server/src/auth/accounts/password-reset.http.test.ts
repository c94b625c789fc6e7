import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createSend,
  invitePeople,
  PASSWORD,
  verdict,
  type People,
  type Person,
  type Send,
} from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { runSql } from "../../platform/relational/index.js";

describe.each(largestSize)("a forgotten password ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  beforeAll(async () => {
    // The code must reach the operator whatever the log level is.
    server = await startTestServer({ on, env: { LOG_LEVEL: "error" } });
    send = createSend(server);
    people = await invitePeople(server);
  });
  afterAll(() => server.close());

  const ask = (email: string): ReturnType<Send> => send("POST /auth/request-reset", { body: { email } });
  const reset = (email: string, code: string, more: object = {}): ReturnType<Send> =>
    send("POST /auth/reset-password", { body: { email, code, new_password: "Fresh-Horse-9", ...more } });
  const administer = (path: string, body: object): ReturnType<Send> =>
    send(`PUT /admin/users/${path}`, { token: people.admin.token, body });
  const resetByCode = (code: string): ReturnType<Send> =>
    send("POST /auth/reset-password", { body: { code, new_password: "Fresh-Horse-9" } });
  const codeFor = (email: string): string =>
    server.lines
      .map((line) => new RegExp(`Password reset code for ${email}: ([A-Z0-9]{6}) `).exec(JSON.stringify(line))?.[1])
      .filter((code) => code !== undefined)
      .at(-1) ?? "";

  test("is replaced with the code from the console, once; earlier sign-ins end", async () => {
    const { user, token } = await people.join();
    const asked = await ask(` ${user.email.toUpperCase()} `);
    const code = codeFor(user.email);
    expect(code).toMatch(/^[A-Z0-9]{6}$/);
    expect(asked.body).not.toContain(code);
    const { rows } = await runSql(server.platform.relational, "SELECT code_hash FROM password_reset", []);
    expect(JSON.stringify(rows)).not.toContain(code);

    const done = await reset(user.email, ` ${code.toLowerCase()} `);
    expect(done.json()).toMatchObject({ user: { id: user.id }, must_change_password: false });
    expect((await send("GET /auth/whoami", { token: done.json().access_token })).statusCode).toBe(200);
    expect((await send("GET /auth/whoami", { token })).statusCode).toBe(401);
    expect((await send("POST /auth/login", { body: { email: user.email, password: PASSWORD } })).statusCode).toBe(401);
    expect(verdict(await reset(user.email, code))).toEqual([400, "invalid_code"]);
  });

  test("answers the same whether or not there is such an account, and leaves the same behind", async () => {
    const { user } = await people.join();
    const count = async (): Promise<unknown> =>
      (await runSql(server.platform.relational, "SELECT count(*)::int AS n FROM password_reset", [])).rows[0];
    const before = (await count()) as { n: number };
    const [known, unknown] = [await ask(user.email), await ask("nobody@example.com")];
    expect([unknown.statusCode, unknown.json()]).toEqual([known.statusCode, known.json()]);
    expect(await count()).toEqual({ n: before.n + 2 });
    const refusals = [await reset(user.email, "WRONG1"), await reset("nobody@example.com", "WRONG1")];
    expect(refusals.map(verdict)).toEqual([
      [400, "invalid_code"],
      [400, "invalid_code"],
    ]);
  });

  test("gives no code to whoever signs in elsewhere or may not sign in at all", async () => {
    const { user } = await people.join();
    await runSql(server.platform.relational, "UPDATE user_account SET is_active = false WHERE id = $1", [user.id]);
    await ask(user.email);
    expect(codeFor(user.email)).toBe("");
  });

  test("voids the code after five wrong tries, also when they come at the same moment", async () => {
    const { user } = await people.join();
    await ask(user.email);
    await Promise.all(["A", "B", "C", "D", "E"].map((letter) => reset(user.email, letter.repeat(6))));
    expect(verdict(await reset(user.email, codeFor(user.email)))).toEqual([400, "invalid_code"]);
    await ask(user.email);
    expect((await reset(user.email, codeFor(user.email))).statusCode).toBe(200);
  });

  test("voids the code after fifteen minutes, and an older code by a newer one", async () => {
    const { user } = await people.join();
    await ask(user.email);
    const older = codeFor(user.email);
    await ask(user.email);
    const newer = codeFor(user.email);
    expect(verdict(await reset(user.email, older))).toEqual([400, "invalid_code"]);
    await runSql(server.platform.relational, "UPDATE password_reset SET expires_at = now() - interval '1 second'", []);
    expect(verdict(await reset(user.email, newer))).toEqual([400, "invalid_code"]);
  });

  test("takes the code as token too, and refuses a weak password before it looks at the code", async () => {
    const { user } = await people.join();
    await ask(user.email);
    expect(verdict(await reset(user.email, "WRONG1", { new_password: "short" }))).toEqual([422, "validation_failed"]);
    const body = { email: user.email, token: codeFor(user.email), new_password: "Fresh-Horse-9" };
    expect((await send("POST /auth/reset-password", { body })).statusCode).toBe(200);
  });

  test("is reset by one of two who have the code at the same moment", async () => {
    const { user } = await people.join();
    await ask(user.email);
    const code = codeFor(user.email);
    const answers = await Promise.all([reset(user.email, code), reset(user.email, code)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test("needs no email: the code says whose it is", async () => {
    const { user } = await people.join();
    await ask(user.email);
    const done = await resetByCode(` ${codeFor(user.email).toLowerCase()} `);
    expect([done.statusCode, done.json()]).toMatchObject([200, { user: { id: user.id } }]);
    expect(verdict(await resetByCode(codeFor(user.email)))).toEqual([400, "invalid_code"]);
  });

  test.each<[string, (person: Person) => Promise<unknown>]>([
    [
      "changes the password",
      ({ token }) =>
        send("PUT /auth/profile/password", {
          token,
          body: { current_password: PASSWORD, new_password: "Other-Horse-8" },
        }),
    ],
    ["is given another password by an admin", ({ user }) => administer(`${user.id}/password`, { generate: true })],
    [
      "is deactivated for a while",
      async ({ user }) => {
        await administer(`${user.id}/active`, { active: false });
        return administer(`${user.id}/active`, { active: true });
      },
    ],
  ])("is not reset with an older code once its owner %s", async (_what, change) => {
    const person = await people.join();
    const { email } = person.user;
    await ask(email);
    expect((await change(person)) as object).toMatchObject({ statusCode: 200 });
    for (const refused of [await reset(email, codeFor(email)), await resetByCode(codeFor(email))]) {
      expect(verdict(refused)).toEqual([400, "invalid_code"]);
    }
  });

  test("names each problem of a request once", async () => {
    const refused = await send("POST /auth/reset-password", { body: { email: 7 } });
    expect(refused.json().errors).toEqual([
      { path: "body.new_password", message: "is required" },
      { path: "body.email", message: "must be string" },
    ]);
    const without = await send("POST /auth/reset-password", { body: { new_password: "Fresh-Horse-9" } });
    expect(without.json().errors).toEqual([{ path: "body.code", message: "is required" }]);
  });

  test("lets everybody together try twenty codes without an email, and goes on with one", async () => {
    const { user } = await people.join();
    await ask(user.email);
    await runSql(server.platform.relational, "DELETE FROM password_reset WHERE code_hash = ''", []);
    const guesses = Array.from({ length: 20 }, (_, guess) => resetByCode(`GUESS${String.fromCharCode(65 + guess)}`));
    expect(new Set((await Promise.all(guesses)).map(({ statusCode }) => statusCode))).toEqual(new Set([400]));
    const refused = await resetByCode(codeFor(user.email));
    expect([refused.statusCode, refused.json().detail]).toEqual([400, expect.stringContaining("without an email")]);
    expect((await reset(user.email, codeFor(user.email))).statusCode).toBe(200);
  });
});
