import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERY_TYPE, submissionOf, type Shown } from "../../../test/items.js";
import { verdict, type Person, type Send } from "../../../test/people.js";
import { openRegistryWorld, type RegistryWorld } from "../../../test/registry-world.js";
import { largestSize } from "../../../test/sizes.js";

interface Team {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
}

describe.each(largestSize)("whose an item is, and who sees it ($size)", (on) => {
  let { server, send, people, ada, bob, shelf } = {} as RegistryWorld;
  beforeAll(async () => {
    ({ server, send, people, ada, bob, shelf } = await openRegistryWorld({ on }));
  });
  afterAll(() => server.close());

  const makeTeam = async (visibility: "public" | "private", owner = ada): Promise<Team> => {
    const body = { name: `Team ${randomUUID().slice(0, 6)}`, visibility };
    return (await send("POST /teams", { token: owner.token, body })).json();
  };
  const setVisibility = (kind: string, id: string, by: Person, body: object): ReturnType<Send> =>
    send(`PATCH /registry/${kind}/${id}/visibility`, { token: by.token, body });

  describe.each(EVERY_TYPE)("of kind $kind", ({ type, kind }) => {
    const submit = (by: Person, more: object): ReturnType<Send> =>
      send(`POST /${type}`, { token: by.token, body: submissionOf(type, { ...more }) });

    test("is published into teams by their rules", async () => {
      const [open, closed] = [await makeTeam("public"), await makeTeam("private")];
      const refusals: [Person, object, [number, string]][] = [
        [bob, { team_id: randomUUID() }, [404, "not_found"]],
        [bob, { team_id: closed.id }, [404, "not_found"]],
        [bob, { team_id: open.id }, [403, "forbidden"]],
        [ada, { team_id: closed.id, visibility: "public" }, [409, "conflict"]],
        [ada, { visibility: "team" }, [422, "validation_failed"]],
      ];
      for (const [by, place, refusal] of refusals) {
        expect(verdict(await submit(by, place)), JSON.stringify(place)).toEqual(refusal);
        const draft = { token: by.token, body: { name: `d-${randomUUID().slice(0, 6)}`, ...place } };
        expect(verdict(await send(`POST /${type}/draft`, draft)), `draft ${JSON.stringify(place)}`).toEqual(refusal);
      }
      const item = (await submit(ada, { team_id: open.id, owner: "Somebody" })).json();
      expect(item).toMatchObject({
        namespace: open.handle,
        team_id: open.id,
        owner: open.name,
        visibility: "public",
        is_private: false,
      });
      const secret = (await submit(ada, { team_id: closed.id, visibility: "team" })).json();
      expect(secret).toMatchObject({ namespace: closed.handle, visibility: "team", is_private: true });
      const personal = (await submit(ada, { owner: "Ada L." })).json();
      expect(personal).toMatchObject({ namespace: ada.user.username, team_id: null, owner: "Ada L." });
    });

    test("goes back to review when its owner makes it public, but not when a reviewer does", async () => {
      const item = await shelf.publish(type, ada, { visibility: "owner" });
      expect(verdict(await setVisibility(kind, item.id, bob, { visibility: "public" }))).toEqual([404, "not_found"]);
      expect(verdict(await setVisibility(kind, item.id, ada, { visibility: "team" }))).toEqual([
        422,
        "validation_failed",
      ]);
      const widened = await setVisibility(kind, item.id, ada, { visibility: "public" });
      expect(widened.json()).toEqual({
        id: item.id,
        type: kind,
        qualified_name: item.qualified_name,
        team_id: null,
        visibility: "public",
        status: "pending",
        returned_to_review: true,
      });
      const read = (by: Person): ReturnType<Send> => send(`GET /${type}/${item.id}`, { token: by.token });
      expect(verdict(await read(bob))).toEqual([404, "not_found"]);
      const install = { token: bob.token, body: { harness: "cursor", version: "1.0.0" } };
      expect(verdict(await send(`POST /${type}/${item.id}/install`, install))).toEqual([404, "not_found"]);
      await shelf.approve(item.id);
      expect((await read(bob)).json()).toMatchObject({ visibility: "public", digest: item.digest });
      expect(verdict(await setVisibility(kind, item.id, bob, { visibility: "owner" }))).toEqual([403, "forbidden"]);

      const narrowed = await setVisibility(kind, item.id, ada, { visibility: "owner" });
      expect(narrowed.json()).toMatchObject({ status: "approved", returned_to_review: false });
      expect(verdict(await read(bob))).toEqual([404, "not_found"]);
      const byAdmin = await setVisibility(kind, item.id, people.admin, { visibility: "public" });
      expect(byAdmin.json()).toMatchObject({ status: "approved", returned_to_review: false });
      expect((await read(bob)).statusCode).toBe(200);
    });

    test("moves into a team with its visibility, and keeps answering to its former name", async () => {
      const [open, closed] = [await makeTeam("public"), await makeTeam("private")];
      const item = await shelf.publish(type, ada);
      const moved = await setVisibility(kind, item.id, ada, { visibility: "team", team_id: closed.id });
      expect(moved.json()).toMatchObject({ qualified_name: `${closed.handle}/${item.slug}`, team_id: closed.id });
      expect(verdict(await setVisibility(kind, item.id, ada, { visibility: "public" }))).toEqual([409, "conflict"]);
      expect(
        (await send(`GET /${type}/${encodeURIComponent(item.qualified_name)}`, { token: ada.token })).json().id,
      ).toBe(item.id);
      const opened = await setVisibility(kind, item.id, ada, { visibility: "public", team_id: open.id });
      expect(opened.json()).toMatchObject({ team_id: open.id, status: "pending", returned_to_review: true });
      const foreign = await makeTeam("public", bob);
      const refused = await setVisibility(kind, item.id, ada, { visibility: "team", team_id: foreign.id });
      expect(verdict(refused)).toEqual([403, "forbidden"]);
    });

    test("changes hands with its namespace, and its former name keeps leading to it", async () => {
      const item = await shelf.publish(type, ada);
      const path = `/${type}/${item.id}/transfer-ownership`;
      const to = (person: object, by = ada): ReturnType<Send> =>
        send(`POST ${path}`, { token: by.token, body: person });
      expect(verdict(await to({ user_id: bob.user.id }, bob))).toEqual([403, "forbidden"]);
      expect(verdict(await to({ username: "no-such-user" }))).toEqual([404, "not_found"]);
      expect(verdict(await to({}))).toEqual([422, "validation_failed"]);
      expect((await to({ email: bob.user.email })).statusCode).toBe(202);
      const moved = await send(`POST ${path}/accept`, { token: bob.token });
      expect(moved.statusCode, moved.body).toBe(200);
      expect(moved.json()).toEqual({
        id: item.id,
        owner: bob.user.username,
        owner_id: bob.user.id,
        previous_owner: ada.user.username,
        previous_owner_id: ada.user.id,
        namespace: bob.user.username,
        slug: item.slug,
        qualified_name: `${bob.user.username}/${item.slug}`,
      });
      for (const name of [item.qualified_name, `${bob.user.username}/${item.slug}`]) {
        const found = await send(`GET /${type}/${encodeURIComponent(name)}`, { token: ada.token });
        expect(found.json()).toMatchObject({ id: item.id, user_permission: "view", digest: item.digest });
      }
      const again = submissionOf(type, { name: item.name });
      expect(verdict(await send(`POST /${type}`, { token: ada.token, body: again }))).toEqual([409, "name_taken"]);
      expect(verdict(await send(`PATCH /${type}/${item.id}/archive`, { token: ada.token }))).toEqual([
        403,
        "forbidden",
      ]);
      expect((await send(`PATCH /${type}/${item.id}/archive`, { token: bob.token })).statusCode).toBe(200);
    });

    test("has co-authors, who may what its owner may", async () => {
      const item = await shelf.publish(type, ada, { visibility: "owner" });
      const path = `/${type}/${item.id}/co-authors`;
      const add = (person: object, by = ada): ReturnType<Send> =>
        send(`POST ${path}`, { token: by.token, body: person });
      expect(verdict(await add({ user_id: ada.user.id }))).toEqual([422, "validation_failed"]);
      expect(verdict(await add({ username: "no-such-user" }))).toEqual([404, "not_found"]);
      const { id, email, username, is_active } = bob.user;
      const added = await add({ username });
      expect([added.statusCode, added.json()]).toEqual([201, { id, email, username, is_active }]);
      expect(verdict(await add({ email }))).toEqual([409, "conflict"]);
      expect((await send(`GET ${path}`, { token: bob.token })).json()).toEqual([{ id, email, username, is_active }]);
      expect((await send(`GET /${type}/${item.id}`, { token: bob.token })).json().user_permission).toBe("owner");
      const name = `${item.name}-ours`;
      const renamed = await send(`PATCH /${type}/${item.id}`, { token: bob.token, body: { name } });
      expect(renamed.json()).toMatchObject({ name, namespace: ada.user.username });
      const mine = (await send(`GET /${type}/my?limit=200`, { token: bob.token })).json();
      expect(mine.map((each: Shown) => each.id)).toContain(item.id);
      const third = await people.join();
      expect(verdict(await add({ user_id: bob.user.id }, third))).toEqual([404, "not_found"]);
      expect((await send(`DELETE ${path}/${id}`, { token: ada.token })).statusCode).toBe(204);
      expect(verdict(await send(`DELETE ${path}/${id}`, { token: ada.token }))).toEqual([404, "not_found"]);
      expect(verdict(await send(`GET ${path}`, { token: bob.token }))).toEqual([404, "not_found"]);
    });
  });

  test("is approved again for fewer people when its owner takes back that it is public, unless it was rejected", async () => {
    const item = await shelf.publish("prompts", ada, { visibility: "owner" });
    const show = async (visibility: string): Promise<unknown> =>
      (await setVisibility("prompt", item.id, ada, { visibility })).json().status;
    // What is approved for fewer people is not approved for the public by having been public for a while.
    for (const time of ["once", "again"])
      expect([await show("public"), await show("owner")], time).toEqual(["pending", "approved"]);
    const install = { token: ada.token, body: { harness: "cursor" } };
    expect((await send(`POST /prompts/${item.id}/install`, install)).statusCode).toBe(200);
    expect(await show("public")).toBe("pending");
    await send(`POST /review/${item.id}/reject`, { token: people.admin.token });
    expect(await show("owner")).toBe("rejected");
    await send(`POST /prompts/${item.id}/submit`, { token: ada.token });
    expect([await show("public"), await show("owner")]).toEqual(["pending", "pending"]);
  });

  test("keeps its team from becoming private as long as it is public", async () => {
    const team = await makeTeam("public");
    const item = await shelf.submit("prompts", ada, { team_id: team.id });
    const close = (): ReturnType<Send> =>
      send(`PUT /teams/${team.id}`, { token: ada.token, body: { visibility: "private" } });
    const refused = await close();
    expect(verdict(refused)).toEqual([409, "conflict"]);
    expect(refused.json().detail).toContain(item.qualified_name);
    await setVisibility("prompt", item.id, ada, { visibility: "team" });
    expect((await close()).json()).toMatchObject({ visibility: "private" });
  });

  test("goes without its team once both are deleted", async () => {
    const team = await makeTeam("private");
    const item = await shelf.publish("prompts", ada, { visibility: "team", team_id: team.id });
    await send(`DELETE /prompts/${item.id}`, { token: people.admin.token });
    expect((await send(`DELETE /teams/${team.id}`, { token: ada.token })).statusCode).toBe(204);
    const artifact = `GET /artifacts/prompt/${item.id}/1.0.0` as const;
    expect((await send(artifact, { token: ada.token })).statusCode).toBe(410);
    expect((await send(artifact, { token: bob.token })).statusCode).toBe(404);
  });

  test("is not moved to another team by a co-author, whoever is in it", async () => {
    const [theirs, both] = [await makeTeam("private", bob), await makeTeam("private", bob)];
    await send(`POST /teams/${both.id}/members`, { token: bob.token, body: { user_id: ada.user.id } });
    const ours = await makeTeam("public");
    await send(`POST /teams/${ours.id}/members`, { token: ada.token, body: { user_id: bob.user.id } });
    for (const place of [{}, { visibility: "owner" }, { team_id: ours.id }]) {
      const item = await shelf.publish("prompts", ada, place);
      await send(`POST /prompts/${item.id}/co-authors`, { token: ada.token, body: { user_id: bob.user.id } });
      for (const { id: team_id } of [theirs, both]) {
        const moved = await setVisibility("prompt", item.id, bob, { visibility: "team", team_id });
        expect(verdict(moved)).toEqual([403, "forbidden"]);
      }
      expect((await send(`GET /prompts/${item.id}`, { token: ada.token })).json()).toMatchObject({
        qualified_name: item.qualified_name,
        user_permission: "owner",
      });
      const byOwner = await setVisibility("prompt", item.id, ada, { visibility: "team", team_id: both.id });
      expect(byOwner.json()).toMatchObject({ qualified_name: `${both.handle}/${item.slug}` });
    }
  });

  test("is not hidden from its owner by a co-author in a team that the owner has left", async () => {
    const team = await makeTeam("public", bob);
    const membership = `/teams/${team.id}/members` as const;
    await send(`POST ${membership}`, { token: bob.token, body: { user_id: ada.user.id } });
    const item = await shelf.publish("prompts", ada, { team_id: team.id });
    await send(`POST /prompts/${item.id}/co-authors`, { token: ada.token, body: { user_id: bob.user.id } });
    const limit = (by: Person): ReturnType<Send> => setVisibility("prompt", item.id, by, { visibility: "team" });
    await send(`DELETE ${membership}/${ada.user.id}`, { token: bob.token });
    expect(verdict(await limit(bob))).toEqual([403, "forbidden"]);
    await send(`POST ${membership}`, { token: bob.token, body: { user_id: ada.user.id } });
    expect((await limit(bob)).json()).toMatchObject({ visibility: "team", qualified_name: item.qualified_name });
  });

  test("is counted for each viewer as often as the pages show it, whatever happened before", async () => {
    const closed = await makeTeam("private");
    const [member, outsider] = [await people.join(), await people.join()];
    await send(`POST /teams/${closed.id}/members`, { token: ada.token, body: { user_id: member.user.id } });
    const place = { visibility: "team", team_id: closed.id };
    const items: Shown[] = [];
    for (let index = 0; index < 7; index += 1) items.push(await shelf.publish("prompts", ada));
    for (let index = 0; index < 4; index += 1) items.push(await shelf.publish("prompts", ada, place));
    for (let index = 0; index < 3; index += 1) items.push(await shelf.publish("prompts", ada, { visibility: "owner" }));
    await shelf.submit("prompts", ada);
    const viewers = [ada, member, outsider, people.admin];
    const walk = async (query: string, by: Person): Promise<string[]> => {
      const ids: string[] = [];
      let next: string | undefined = `/prompts?limit=5&${query}`;
      let total = -1;
      while (next) {
        const page = await send(`GET ${next}`, { token: by.token });
        total = Number(page.headers["x-total-count"]);
        ids.push(...page.json().map(({ id }: Shown) => id));
        next = /<([^>]+)>; rel="next"/.exec(String(page.headers["link"]))?.[1]?.replace(/^.*\/api\/v1/, "");
      }
      expect([new Set(ids).size, ids.length], query).toEqual([total, total]);
      return ids;
    };
    const counts = async (): Promise<number[]> => {
      const all: number[] = [];
      for (const by of viewers) {
        const shown = await walk("", by);
        await walk("sort=name", by);
        await walk("search=prompt", by);
        await walk("public_only=true", by);
        await walk(`namespace=${ada.user.username}`, by);
        await walk(`team_id=${closed.id}`, by);
        all.push(items.filter(({ id }) => shown.includes(id)).length);
      }
      return all;
    };
    expect(await counts()).toEqual([14, 11, 7, 14]);
    const [first, second, third] = items as [Shown, Shown, Shown];
    await send(`PATCH /prompts/${first.id}/archive`, { token: ada.token });
    await setVisibility("prompt", second.id, ada, { visibility: "owner" });
    await send(`DELETE /prompts/${third.id}`, { token: people.admin.token });
    expect(await counts()).toEqual([12, 8, 4, 12]);
    await setVisibility("prompt", items[7]?.id ?? "", people.admin, { visibility: "owner" });
    await send(`POST /prompts/${second.id}/co-authors`, { token: ada.token, body: { user_id: outsider.user.id } });
    expect(await counts()).toEqual([12, 7, 5, 12]);
    await send(`POST /teams/${closed.id}/leave`, { token: member.token });
    await send(`PATCH /prompts/${items[4]?.id}/versions/1.0.0`, { token: ada.token, body: { yanked: true } });
    expect(await counts()).toEqual([11, 3, 4, 11]);
  });
});
