import { randomUUID } from "node:crypto";
import { type AuditAction, endpoint } from "@tackroom/contract";
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testEndpoint } from "../../test/endpoint.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { deleteTeam } from "./delete-team.js";
import { findTeam, teamRole, teamsOf } from "./index.js";

/** As if the registry had items of every team. */
const deleteTeamWithItems = endpoint({
  ...testEndpoint,
  method: "DELETE",
  path: "/test/teams-with-items/:id",
  access: "user",
  audited: { action: "test.delete" as AuditAction, sensitivity: "low", calls: "all" },
  params: Type.Object({ id: Type.String() }),
});

describe.each(largestSize)("teams ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  let bob: Person;
  let eve: Person;
  beforeAll(async () => {
    server = await startTestServer({
      on,
      extras: {
        mountMore: (mount) =>
          mount(deleteTeamWithItems, ({ params }, context) =>
            deleteTeam({ teamHasItems: async () => true }, params, context),
          ),
      },
    });
    send = createSend(server);
    people = await invitePeople(server);
    ada = await people.join();
    bob = await people.join();
    eve = await people.join();
  });
  afterAll(() => server.close());

  const newHandle = (): string => `t-${randomUUID().slice(0, 8)}`;
  const create = (body: object, { token } = ada): ReturnType<Send> => send("POST /teams", { token, body });
  const make = async (more: object = {}, owner = ada): Promise<{ id: string; handle: string }> =>
    (await create({ name: "Team", handle: newHandle(), ...more }, owner)).json();
  const add = (id: string, body: object, { token } = ada): ReturnType<Send> =>
    send(`POST /teams/${id}/members`, { token, body });
  const setRole = (id: string, of: Person, role: string, { token } = ada): ReturnType<Send> =>
    send(`PUT /teams/${id}/members/${of.user.id}`, { token, body: { role } });
  const remove = (id: string, who: Person, { token } = ada): ReturnType<Send> =>
    send(`DELETE /teams/${id}/members/${who.user.id}`, { token });
  const leave = (id: string, { token }: Person): ReturnType<Send> => send(`POST /teams/${id}/leave`, { token });
  const rolesIn = async (id: string): Promise<unknown> =>
    (await send(`GET /teams/${id}/members`, { token: people.admin.token }))
      .json<{ id: string; role: string }[]>()
      .map(({ id: userId, role }) => [userId, role]);

  test("are made by anyone, who then owns them", async () => {
    const made = await create({ name: " Saddle & Tack ", description: " Leather " });
    expect(made.statusCode).toBe(201);
    const team = made.json();
    expect(made.headers["location"]).toBe(`/api/v1/teams/${team.id}`);
    expect(team).toEqual({
      id: expect.any(String),
      name: "Saddle & Tack",
      handle: "saddle-tack",
      description: "Leather",
      visibility: "public",
      role: "owner",
      member_count: 1,
      created_at: expect.stringMatching(/Z$/),
    });
    expect((await send(`GET /teams/${team.id}`, { token: ada.token })).json()).toEqual(team);
    const seenByBob = { ...team, role: null };
    expect((await send(`GET /teams/${team.id}`, { token: bob.token })).json()).toEqual(seenByBob);
    expect((await send("GET /teams/by-handle/saddle-tack", { token: bob.token })).json()).toEqual(seenByBob);
    const { relational } = server.platform;
    const known = { id: team.id, handle: "saddle-tack", name: "Saddle & Tack", visibility: "public" };
    expect([await findTeam(relational, team.id), await findTeam(relational, "saddle-tack")]).toEqual([known, known]);
    expect(await findTeam(relational, randomUUID())).toBeUndefined();
    expect(await teamsOf(relational, ada.user.id)).toContain(team.id);
    expect(await teamRole(relational, team.id, ada.user.id)).toBe("owner");
    expect(await teamRole(relational, team.id, bob.user.id)).toBeUndefined();
  });

  test.each([
    ["without a name", {}, "body.name"],
    ["with a name of spaces", { name: "  " }, "body.name"],
    ["with a long name", { name: "n".repeat(101) }, "body.name"],
    ["with a long description", { name: "Team", description: "d".repeat(2001) }, "body.description"],
    ["with a visibility of another kind", { name: "Team", visibility: "owner" }, "body.visibility"],
    ["with a capital in the handle", { name: "Team", handle: "Upper" }, "body.handle"],
    ["with two dots in the handle", { name: "Team", handle: "a..b" }, "body.handle"],
    ["with a reserved handle", { name: "Team", handle: "teams" }, "body.handle"],
    ["with a long handle", { name: "Team", handle: "h".repeat(33) }, "body.handle"],
    [
      "with a secret as its name",
      { name: `ghp_${"aB3dE6gH9jK2mN5pQ8sT".repeat(2).slice(0, 36)}`, handle: "harmless" },
      "body.name",
    ],
    ["with a name that gives no handle", { name: "チーム" }, "body.handle"],
    ["with a name that gives a reserved handle", { name: "Admin" }, "body.handle"],
  ])("are not made %s", async (_what, body, path) => {
    const answer = await create(body);
    expect(verdict(answer)).toEqual([422, "validation_failed"]);
    expect(answer.json().errors).toMatchObject([{ path }]);
  });

  test("are listed newest first, a page at a time: one's own, and all that one may see", async () => {
    const [carol, dan] = [await people.join(), await people.join()];
    const open = await make({}, carol);
    const hidden = await make({ visibility: "private" }, carol);
    const both = await make({ visibility: "private" }, carol);
    await add(both.id, { user_id: dan.user.id }, carol);
    const ids = async (path: string, { token }: Person): Promise<string[]> =>
      (await send(`GET ${path}`, { token })).json<{ id: string }[]>().map(({ id }) => id);
    expect(await ids("/teams", carol)).toEqual([both.id, hidden.id, open.id]);
    expect(await ids("/teams", dan)).toEqual([both.id]);
    const made = [both.id, hidden.id, open.id];
    const seen = async (by: Person): Promise<string[]> =>
      (await ids("/teams/all?limit=200", by)).filter((id) => made.includes(id));
    expect(await seen(carol)).toEqual(made);
    expect(await seen(dan)).toEqual([both.id, open.id]);
    expect(await seen(eve)).toEqual([open.id]);
    expect(await seen(await people.join("reviewer"))).toEqual([open.id]);
    expect(await seen(people.admin)).toEqual(made);
    const second = await send("GET /teams?limit=1&offset=1", { token: carol.token });
    expect(second.headers["x-total-count"]).toBe("3");
    expect(second.headers["link"]).toContain('</api/v1/teams?limit=1&offset=2>; rel="next"');
    expect(second.json()).toMatchObject([{ id: hidden.id, role: "owner", member_count: 1 }]);
    const all = await send("GET /teams/all?limit=1", { token: people.admin.token });
    expect([all.json().length, Number(all.headers["x-total-count"]) > 3]).toEqual([1, true]);
    for (const bad of ["?limit=0", "?limit=201", "?offset=-1"]) {
      expect(verdict(await send(`GET /teams${bad}`, { token: dan.token }))).toEqual([422, "validation_failed"]);
    }
  });

  const EVERYWHERE: readonly { line: Parameters<Send>[0]; body?: object }[] = [
    { line: "GET /teams/:id" },
    { line: "PUT /teams/:id", body: { name: "Mine" } },
    { line: "DELETE /teams/:id" },
    { line: "GET /teams/:id/members" },
    { line: "POST /teams/:id/members", body: { username: "no-such-user" } },
    { line: "PUT /teams/:id/members/:owner", body: { role: "member" } },
    { line: "DELETE /teams/:id/members/:owner" },
    { line: "POST /teams/:id/leave" },
  ];

  test.each(EVERYWHERE)("that are private are hidden like those that there are not: $line", async ({ line, body }) => {
    const { id } = await make({ visibility: "private" });
    const ask = async (teamId: string, { token }: Person): Promise<object> => {
      const path = line.replace(":id", teamId).replace(":owner", ada.user.id) as typeof line;
      const { request_id: _id, ...problem } = (await send(path, { token, body })).json();
      return problem;
    };
    for (const stranger of [eve, await people.join("reviewer")]) {
      const hidden = await ask(id, stranger);
      expect(hidden).toMatchObject({ status: 404, code: "not_found" });
      expect(hidden).toEqual(await ask(randomUUID(), stranger));
    }
    expect(await rolesIn(id)).toEqual([[ada.user.id, "owner"]]);
  });

  test("that are private are hidden by handle too, and shown to members and admins", async () => {
    const { id, handle } = await make({ visibility: "private" });
    const ask = (path: string, { token }: Person): ReturnType<Send> => send(`GET /teams/by-handle/${path}`, { token });
    const [hidden, none] = [(await ask(handle, eve)).json(), (await ask("no-such-team", eve)).json()];
    expect({ ...hidden, request_id: "" }).toEqual({ ...none, request_id: "" });
    expect((await ask(id, ada)).statusCode).toBe(404);
    await add(id, { username: bob.user.username });
    expect((await ask(handle, bob)).json()).toMatchObject({ role: "member", member_count: 2 });
    expect((await ask(handle, people.admin)).json()).toMatchObject({ role: null });
  });

  test("are changed and deleted by their owners and by admins only", async () => {
    const { id, handle } = await make();
    await add(id, { email: ` ${bob.user.email.toUpperCase()} ` });
    const change = (body: object, { token }: Person): ReturnType<Send> => send(`PUT /teams/${id}`, { token, body });
    const changed = await change({ name: " New ", description: "d", visibility: "private", handle: "other" }, ada);
    expect(changed.json()).toMatchObject({ name: "New", description: "d", visibility: "private", handle });
    expect((await change({}, people.admin)).json()).toMatchObject({ name: "New", role: null });
    expect((await change({ visibility: "public" }, people.admin)).json()).toMatchObject({ description: "d" });
    for (const who of [bob, eve]) {
      expect(verdict(await change({ name: "Mine" }, who))).toEqual([403, "forbidden"]);
      expect(verdict(await send(`DELETE /teams/${id}`, { token: who.token }))).toEqual([403, "forbidden"]);
      expect(verdict(await add(id, { user_id: eve.user.id }, who))).toEqual([403, "forbidden"]);
      expect(verdict(await setRole(id, bob, "owner", who))).toEqual([403, "forbidden"]);
      expect(verdict(await remove(id, ada, who))).toEqual([403, "forbidden"]);
    }
    for (const bad of [{ name: "" }, { description: `ghp_${"aB3dE6gH9jK2mN5pQ8sT".repeat(2).slice(0, 36)}` }]) {
      expect(verdict(await change(bad, ada))).toEqual([422, "validation_failed"]);
    }
    expect((await send(`DELETE /teams/${id}`, { token: people.admin.token })).statusCode).toBe(204);
    expect((await send(`GET /teams/${id}`, { token: ada.token })).statusCode).toBe(404);
    expect(await teamsOf(server.platform.relational, bob.user.id)).not.toContain(id);
  });

  test("are not deleted while items belong to them", async () => {
    const { id } = await make();
    expect(verdict(await send(`DELETE /test/teams-with-items/${id}`, { token: ada.token }))).toEqual([409, "conflict"]);
    expect((await send(`GET /teams/${id}`, { token: ada.token })).statusCode).toBe(200);
  });

  test("take members by one of three keys, once", async () => {
    const { id } = await make();
    const added = await add(id, { email: bob.user.email });
    expect(added.statusCode).toBe(201);
    expect(added.json()).toEqual({
      id: bob.user.id,
      email: bob.user.email,
      username: bob.user.username,
      is_active: true,
      role: "member",
      joined_at: expect.stringMatching(/Z$/),
    });
    expect((await add(id, { user_id: eve.user.id, role: "owner" })).json()).toMatchObject({ role: "owner" });
    expect(verdict(await add(id, { username: bob.user.username }))).toEqual([409, "conflict"]);
    for (const unknown of [{ email: "no@example.com" }, { username: "no-such-user" }, { user_id: randomUUID() }]) {
      expect(verdict(await add(id, unknown))).toEqual([404, "not_found"]);
    }
    const { email, username } = bob.user;
    for (const bad of [{}, { email, username }, { username, user_id: bob.user.id }, { username, role: "admin" }]) {
      expect(verdict(await add(id, bad))).toEqual([422, "validation_failed"]);
    }
    const page = await send(`GET /teams/${id}/members?limit=2`, { token: bob.token });
    expect(page.headers["x-total-count"]).toBe("3");
    expect(page.json()).toMatchObject([{ id: eve.user.id }, { id: bob.user.id, email, username, is_active: true }]);
  });

  test("have an owner, whatever is done: the last one is not removed, demoted, and does not leave", async () => {
    const { id } = await make();
    await add(id, { user_id: bob.user.id });
    for (const by of [ada, people.admin]) {
      expect(verdict(await remove(id, ada, by))).toEqual([400, "invalid_state"]);
      expect(verdict(await setRole(id, ada, "member", by))).toEqual([400, "invalid_state"]);
    }
    expect(verdict(await leave(id, ada))).toEqual([400, "invalid_state"]);
    expect((await setRole(id, ada, "owner")).json()).toMatchObject({ role: "owner" });
    expect((await setRole(id, bob, "owner")).json()).toMatchObject({ id: bob.user.id, role: "owner" });
    expect((await leave(id, ada)).statusCode).toBe(204);
    expect(verdict(await leave(id, ada))).toEqual([404, "not_found"]);
    expect(verdict(await setRole(id, ada, "owner", bob))).toEqual([404, "not_found"]);
    expect(verdict(await remove(id, ada, bob))).toEqual([404, "not_found"]);
    expect(await rolesIn(id)).toEqual([[bob.user.id, "owner"]]);
    await add(id, { user_id: eve.user.id }, bob);
    expect((await remove(id, eve, bob)).statusCode).toBe(204);
  });

  test("keep an owner when two go, are removed or demoted at the same moment", async () => {
    const races: readonly ((id: string) => Promise<unknown>[])[] = [
      (id) => [leave(id, ada), leave(id, bob)],
      (id) => [remove(id, bob, ada), remove(id, ada, bob)],
      (id) => [setRole(id, bob, "member", ada), setRole(id, ada, "member", bob)],
      (id) => [leave(id, ada), setRole(id, bob, "member", people.admin)],
    ];
    for (const race of races) {
      const { id } = await make();
      await add(id, { user_id: bob.user.id, role: "owner" });
      await Promise.all(race(id));
      const owners = ((await rolesIn(id)) as [string, string][]).filter(([, role]) => role === "owner");
      expect(owners).toHaveLength(1);
    }
  });

  test("go on without someone whose account is deleted, and admins can give them another owner", async () => {
    const carol = await people.join();
    const { id } = await make({ visibility: "private" }, carol);
    const { token } = await people.join("super_admin");
    expect((await send(`DELETE /admin/users/${carol.user.id}`, { token })).statusCode).toBe(204);
    expect(await rolesIn(id)).toEqual([]);
    expect((await add(id, { user_id: bob.user.id, role: "owner" }, people.admin)).statusCode).toBe(201);
    expect((await send(`GET /teams/${id}`, { token: bob.token })).json()).toMatchObject({ role: "owner" });
  });
});
