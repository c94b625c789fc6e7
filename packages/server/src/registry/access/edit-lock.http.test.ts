import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Shown } from "../../../test/items.js";
import { verdict, type Person, type Send } from "../../../test/people.js";
import { openRegistryWorld, type RegistryWorld } from "../../../test/registry-world.js";
import { largestSize } from "../../../test/sizes.js";

describe.each(largestSize)("an item is locked for editing ($size)", (on) => {
  let { server, send, people, ada, bob, shelf } = {} as RegistryWorld;
  beforeAll(async () => {
    ({ server, send, people, ada, bob, shelf } = await openRegistryWorld({ on }));
  });
  afterAll(() => server.close());

  const edit = (id: string, by: Person): ReturnType<Send> =>
    send(`PUT /prompts/${id}/draft`, { token: by.token, body: { description: "Mine" } });
  const waiting = async (): Promise<string[]> =>
    (await send("GET /review", { token: people.admin.token })).json().map(({ id }: Shown) => id);
  const activate = (user: Person, active: boolean): ReturnType<Send> =>
    send(`PUT /admin/users/${user.user.id}/active`, { token: people.admin.token, body: { active } });
  /** What takes the right to edit from someone who has locked the item. */
  const LOSSES: readonly [string, (item: Shown, editor: Person, teamId: string) => unknown][] = [
    [
      "not by a former co-author",
      ({ id }, { user }) => send(`DELETE /prompts/${id}/co-authors/${user.id}`, { token: ada.token }),
    ],
    [
      "not by a co-author who has left its team",
      (_item, { token }, teamId) => send(`POST /teams/${teamId}/leave`, { token }),
    ],
    ["not by a deactivated account", (_item, editor) => activate(editor, false)],
    [
      "not by a deleted account",
      async (_item, { user }) =>
        send(`DELETE /admin/users/${user.id}`, { token: (await people.join("super_admin")).token }),
    ],
  ];

  test.each(LOSSES)("%s", async (_who, lose) => {
    const editor = await people.join();
    const body = { name: `Team ${randomUUID().slice(0, 6)}` };
    const { id: team_id } = (await send("POST /teams", { token: ada.token, body })).json();
    await send(`POST /teams/${team_id}/members`, { token: ada.token, body: { user_id: editor.user.id } });
    const item = await shelf.submit("prompts", ada, { visibility: "team", team_id });
    await send(`POST /prompts/${item.id}/co-authors`, { token: ada.token, body: { user_id: editor.user.id } });
    expect((await send(`POST /prompts/${item.id}/start-edit`, { token: editor.token })).statusCode).toBe(200);
    expect(verdict(await edit(item.id, ada))).toEqual([409, "edit_locked"]);
    expect(await waiting()).not.toContain(item.id);
    await lose(item, editor, team_id);
    expect(await waiting()).toContain(item.id);
    expect((await send(`POST /prompts/${item.id}/cancel-edit`, { token: ada.token })).statusCode).toBe(200);
    expect((await edit(item.id, ada)).statusCode).toBe(200);
    expect((await shelf.approve(item.id)).statusCode).toBe(200);
  });

  test("not by a former owner, nor by a former admin", async () => {
    const item = await shelf.submit("prompts", ada);
    await send(`POST /prompts/${item.id}/start-edit`, { token: ada.token });
    const to = { token: people.admin.token, body: { user_id: bob.user.id } };
    expect((await send(`POST /prompts/${item.id}/transfer-ownership`, to)).statusCode).toBe(200);
    expect((await edit(item.id, bob)).statusCode).toBe(200);

    const admin = await people.join("admin");
    await send(`POST /prompts/${item.id}/start-edit`, { token: admin.token });
    expect(verdict(await edit(item.id, bob))).toEqual([409, "edit_locked"]);
    const { token } = await people.join("super_admin");
    await send(`PUT /admin/users/${admin.user.id}/role`, { token, body: { role: "reviewer" } });
    expect((await edit(item.id, bob)).statusCode).toBe(200);
  });
});
