import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, PASSWORD, verdict, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { runSql } from "../platform/relational/index.js";

describe.each(largestSize)("accounts under an admin ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let boss: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    boss = await people.join("super_admin");
  });
  afterAll(() => server.close());

  const asAdmin = (line: Parameters<Send>[0], body?: unknown): ReturnType<Send> =>
    send(line, { token: people.admin.token, ...(body === undefined ? {} : { body }) });
  const asBoss = (line: Parameters<Send>[0], body?: unknown): ReturnType<Send> =>
    send(line, { token: boss.token, ...(body === undefined ? {} : { body }) });
  const missing = randomUUID();

  test("are created with a password that was chosen, or one that must be changed", async () => {
    const chosen = await asAdmin("POST /admin/users", {
      email: " Lin@Example.com ",
      name: "Lin",
      role: "reviewer",
      password: PASSWORD,
      department: " Research ",
    });
    expect(chosen.statusCode).toBe(201);
    expect(chosen.json()).toEqual({
      id: expect.any(String),
      email: "lin@example.com",
      username: "lin",
      name: "Lin",
      role: "reviewer",
      department: "Research",
      auth_provider: "local",
      sso_subject_id: null,
      avatar_url: null,
      is_active: true,
      created_at: expect.any(String),
      last_sign_in_at: null,
      last_sign_in_method: null,
      must_change_password: false,
    });
    const generated = (await asAdmin("POST /admin/users", { email: "kim@example.com", name: "Kim" })).json();
    expect(generated).toMatchObject({
      role: "user",
      must_change_password: true,
      password: expect.stringMatching(/^.{20}$/),
    });
    const signedIn = await send("POST /auth/login", {
      body: { email: "kim@example.com", password: generated.password },
    });
    expect(signedIn.json().must_change_password).toBe(true);

    const refused = [
      await asAdmin("POST /admin/users", { email: "lin@example.com", name: "Lin" }),
      await asAdmin("POST /admin/users", { email: "lin2@example.com", name: "Lin", username: "lin" }),
      await asAdmin("POST /admin/users", { email: "x@example.com", name: "X", role: "super_admin" }),
      await asAdmin("POST /admin/users", { email: "x@example.com", name: "X", role: "king" }),
      await asAdmin("POST /admin/users", { email: "x@example.com", name: " " }),
      await asAdmin("POST /admin/users", { email: "x@example.com", name: "X", password: "short" }),
    ];
    expect(refused.map(verdict)).toEqual([
      [409, "conflict"],
      [409, "name_taken"],
      [403, "forbidden"],
      [422, "validation_failed"],
      [422, "validation_failed"],
      [422, "validation_failed"],
    ]);
    expect(
      (await asBoss("POST /admin/users", { email: "s@example.com", name: "S", role: "super_admin" })).statusCode,
    ).toBe(201);
  });

  test("are listed newest first, by words, role and state, a page at a time", async () => {
    const mark = randomUUID().slice(0, 8);
    for (const [email, name] of [
      [`first.${mark}@example.com`, "Ada Lovelace"],
      [`second.${mark}@example.com`, "Grace Hopper"],
      [`third.${mark}@example.com`, "Ada Byron"],
    ]) {
      await asAdmin("POST /admin/users", {
        email,
        name,
        password: PASSWORD,
        role: name === "Ada Byron" ? "reviewer" : "user",
      });
    }
    const names = async (query: string): Promise<string[]> =>
      (await asAdmin(`GET /admin/users?${query}`)).json().map(({ name }: { name: string }) => name);
    expect(await names(`search=${mark}`)).toEqual(["Ada Byron", "Grace Hopper", "Ada Lovelace"]);
    expect(await names(`search=ada ${mark}`)).toEqual(["Ada Byron", "Ada Lovelace"]);
    expect(await names(`search=LOVE ${mark.slice(0, 5)}`)).toEqual(["Ada Lovelace"]);
    expect(await names(`search=${mark}&role=reviewer`)).toEqual(["Ada Byron"]);
    expect(await names(`search=${mark}&active=false`)).toEqual([]);
    expect(await names(`search=%27%3A*%20%26`)).toEqual([]);
    const page = await asAdmin(`GET /admin/users?search=${mark}&limit=1&offset=1`);
    expect([page.json().length, page.headers["x-total-count"]]).toEqual([1, "3"]);
    expect(page.headers["link"]).toMatch(/offset=0>; rel="prev".*offset=2>; rel="next"/);
    expect(page.body).not.toContain("password");
  });

  test("get another role, up to the caller's own, but not one's own", async () => {
    const bob = await people.join();
    const changed = await asAdmin(`PUT /admin/users/${bob.user.id}/role`, { role: "reviewer" });
    expect([changed.statusCode, changed.json()]).toMatchObject([200, { id: bob.user.id, role: "reviewer" }]);
    const refused = [
      await asAdmin(`PUT /admin/users/${bob.user.id}/role`, { role: "super_admin" }),
      await asAdmin(`PUT /admin/users/${boss.user.id}/role`, { role: "user" }),
      await asAdmin(`PUT /admin/users/${people.admin.user.id}/role`, { role: "user" }),
      await asAdmin(`PUT /admin/users/${missing}/role`, { role: "user" }),
      await asAdmin(`PUT /admin/users/${bob.user.id}/role`, { role: "king" }),
      await asAdmin("PUT /admin/users/no-uuid/role", { role: "user" }),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 400, 404, 422, 422]);
  });

  test("of someone above cannot be touched by any route", async () => {
    const { id } = boss.user;
    const refused = [
      await asAdmin(`PUT /admin/users/${id}/role`, { role: "user" }),
      await asAdmin(`PUT /admin/users/${id}/password`, { generate: true }),
      await asAdmin(`PUT /admin/users/${id}/active`, { active: false }),
      await asAdmin(`PUT /admin/users/${id}/department`, { department: "Cellar" }),
      await asAdmin(`DELETE /admin/users/${id}`),
    ];
    expect(refused.map(verdict)).toEqual(refused.map(() => [403, "forbidden"]));
    const bulk = await asAdmin("POST /admin/users/bulk-department", {
      entries: [{ email: boss.user.email, department: "Cellar" }],
    });
    expect(bulk.json()).toEqual({ updated: 0, not_found: [], forbidden: [boss.user.email] });
    expect((await send("GET /auth/whoami", { token: boss.token })).json()).toEqual(boss.user);
  });

  test("are deactivated with the next request and reactivated, but never one's own", async () => {
    const bob = await people.join("reviewer");
    const off = await asAdmin(`PUT /admin/users/${bob.user.id}/active`, { active: false });
    expect(off.json()).toMatchObject({ id: bob.user.id, is_active: false });
    expect((await send("GET /auth/whoami", { token: bob.token })).statusCode).toBe(401);
    expect(verdict(await send("POST /auth/token/refresh", { body: { refresh_token: bob.refreshToken } }))).toEqual([
      403,
      "account_deactivated",
    ]);
    await asAdmin(`PUT /admin/users/${bob.user.id}/active`, { active: true });
    expect((await send("POST /auth/login", { body: { email: bob.user.email, password: PASSWORD } })).statusCode).toBe(
      200,
    );
    expect(verdict(await asAdmin(`PUT /admin/users/${people.admin.user.id}/active`, { active: false }))).toEqual([
      400,
      "invalid_state",
    ]);
  });

  test.each([
    ["demote", "role", { role: "user" }],
    ["deactivate", "active", { active: false }],
  ])("of admins who %s each other at the same moment: one stays", async (_what, route, body) => {
    const pair = [await people.join("admin"), await people.join("admin")] as const;
    const { relational } = server.platform;
    const others = "role IN ('admin', 'super_admin') AND id NOT IN ($1, $2)";
    const ids = pair.map(({ user }) => user.id);
    await runSql(relational, `UPDATE user_account SET is_active = false WHERE ${others}`, ids);
    const takeAway = (by: Person, whom: Person): ReturnType<Send> =>
      send(`PUT /admin/users/${whom.user.id}/${route}`, { token: by.token, body });
    const answers = await Promise.all([takeAway(pair[0], pair[1]), takeAway(pair[1], pair[0])]);
    const left = "SELECT count(*)::int AS admins FROM user_account WHERE role = 'admin' AND is_active";
    expect((await runSql(relational, left, [])).rows).toEqual([{ admins: 1 }]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    await runSql(relational, `UPDATE user_account SET is_active = true WHERE ${others}`, ids);
    // Written behind the server's back, so it must be made to look again.
    await people.join();
  });

  test("are deleted by a super admin only, and not one's own; their keys and tokens are gone", async () => {
    const bob = await people.join();
    const { key } = (await send("POST /keys", { token: bob.token, body: { name: "ci" } })).json();
    expect(verdict(await asAdmin(`DELETE /admin/users/${bob.user.id}`))).toEqual([403, "forbidden"]);
    expect((await asBoss(`DELETE /admin/users/${bob.user.id}`)).statusCode).toBe(204);
    expect((await send("GET /auth/whoami", { key })).statusCode).toBe(401);
    expect((await send("GET /auth/whoami", { token: bob.token })).statusCode).toBe(401);
    expect(verdict(await asBoss(`DELETE /admin/users/${bob.user.id}`))).toEqual([404, "not_found"]);
    expect(verdict(await asBoss(`DELETE /admin/users/${boss.user.id}`))).toEqual([400, "invalid_state"]);
  });

  test("get a department one by one", async () => {
    const bob = await people.join();
    const put = async (department: unknown): Promise<unknown> =>
      (await asAdmin(`PUT /admin/users/${bob.user.id}/department`, { department })).json().department;
    expect([await put(" Sales "), await put(""), await put("Law"), await put(null)]).toEqual([
      "Sales",
      null,
      "Law",
      null,
    ]);
    expect(verdict(await asAdmin(`PUT /admin/users/${bob.user.id}/department`, {}))).toEqual([
      422,
      "validation_failed",
    ]);
  });

  test("get departments in bulk, from JSON and from a CSV file, with a report of what did not match", async () => {
    const [ann, bob] = [await people.join(), await people.join()];
    const departments = async (): Promise<unknown[]> =>
      (
        await runSql(
          server.platform.relational,
          "SELECT department FROM user_account WHERE id IN ($1, $2) ORDER BY created_at",
          [ann.user.id, bob.user.id],
        )
      ).rows.map((row) => (row as { department: unknown }).department);
    const json = await asAdmin("POST /admin/users/bulk-department", {
      entries: [
        { email: ann.user.email.toUpperCase(), department: "Old" },
        { email: ann.user.email, department: "Sales" },
        { email: bob.user.email, department: null },
        { email: "ghost@example.com", department: "Cellar" },
        { email: boss.user.email, department: "Cellar" },
      ],
    });
    expect(json.json()).toEqual({ updated: 2, not_found: ["ghost@example.com"], forbidden: [boss.user.email] });
    expect(await departments()).toEqual(["Sales", null]);

    const csv = `Email,Name,Department\r\n${ann.user.email},Ann,"Research, EU"\r\n${bob.user.email},Bob,Law\r\nghost@example.com,,X\r\n`;
    const upload = await sendFile(send, people.admin.token, Buffer.from(csv));
    expect(upload.json()).toEqual({ updated: 2, not_found: ["ghost@example.com"], forbidden: [] });
    expect(await departments()).toEqual(["Research, EU", "Law"]);

    const bad = [
      await sendFile(send, people.admin.token, Buffer.from("name\nAnn")),
      await sendFile(send, people.admin.token, Buffer.from([0xff, 0xfe, 0x00])),
      await asAdmin("POST /admin/users/bulk-department", {}),
    ];
    expect(bad.map(verdict)).toEqual(bad.map(() => [422, "validation_failed"]));
  });

  // An error that the parser throws outside of the request would end the process, and fails the run here.
  test.each([1, 2, 10, 11, 12, 13, 40, 990])(
    "a form that breaks off in its part number %i is refused",
    async (parts) => {
      const form = Array.from({ length: parts }, (_, index) => `${partOf(`name="field${index}"`)}text\r\n`).join("");
      const answer = await sendForm(send, people.admin.token, Buffer.from(form).subarray(0, -3));
      expect([400, 413]).toContain(answer.statusCode);
      expect(verdict(await asAdmin("GET /admin/users"))).toEqual([200, undefined]);
    },
  );

  test.each(["whole", "broken off"])("a form of very many parts that is %s is refused unread", async (state) => {
    const form = Buffer.from(`${`--${BOUNDARY}\r\n\r\n\r\n`.repeat(20_000)}--${BOUNDARY}--\r\n`);
    const answer = await sendForm(send, people.admin.token, state === "whole" ? form : form.subarray(0, -9));
    expect(answer.json()).toMatchObject({
      status: 422,
      errors: [{ path: "body.file", message: expect.stringContaining("too many lines that start with --") }],
    });
    expect(verdict(await asAdmin("GET /admin/users"))).toEqual([200, undefined]);
  });
});

const BOUNDARY = "----tack";
const partOf = (disposition: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: text/csv\r\n\r\n`;

function sendFile(send: Send, token: string, file: Buffer): ReturnType<Send> {
  const head = partOf('name="file"; filename="d.csv"');
  return sendForm(send, token, Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]));
}

function sendForm(send: Send, token: string, body: Buffer): ReturnType<Send> {
  return send("POST /admin/users/bulk-department", {
    token,
    headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
    body,
  });
}
