import { DEVICE_GRANT } from "@tackroom/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { runSql } from "../../platform/relational/index.js";

interface Key {
  readonly key: string;
  readonly id: string;
}

describe.each(largestSize)("what was made with an API key ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
  });
  beforeEach(async () => {
    ada = await people.join();
  });
  afterAll(() => server.close());

  let named = 0;
  const make = async (by: { token?: string; key?: string }, more: object = {}): Promise<Key> => {
    const made = await send("POST /keys", { ...by, body: { name: `key ${named++}`, ...more } });
    expect(made.statusCode).toBe(201);
    return made.json<Key>();
  };
  const signInWith = async ({ key }: Key): Promise<{ access_token: string; refresh_token: string }> =>
    (await send("POST /auth/login", { body: { api_key: key } })).json();
  const hooksToken = async (by: { token?: string; key?: string }): Promise<string> =>
    (await send("POST /auth/hooks-token", by)).json().access_token as string;
  const rotate = (id: string, by: { token?: string; key?: string }, body: object): ReturnType<Send> =>
    send(`POST /keys/${id}/rotate`, { ...by, body });
  const worksWith = async (by: { token?: string; key?: string }): Promise<boolean> =>
    (await send("GET /auth/whoami", by)).statusCode === 200;
  /** A hooks token is let in to telemetry, whose body is then found wrong; a dead one is not. */
  const hooksWork = async (token: string): Promise<boolean> =>
    (await send("POST /ingest/session", { token, body: {} })).statusCode !== 401;

  /** Everything that a holder of the key can make: keys of keys, sign-ins, hooks tokens. */
  async function makeEverything(root: Key): Promise<() => Promise<boolean[]>> {
    const child = await make({ key: root.key });
    const session = await signInWith(root);
    const bySession = await make({ token: session.access_token });
    const grandchild = await make({ key: child.key });
    const ofGrandchild = await signInWith(grandchild);
    const hooks = [
      await hooksToken({ key: root.key }),
      await hooksToken({ token: session.access_token }),
      await hooksToken({ key: grandchild.key }),
    ];
    return async () => [
      await worksWith({ key: root.key }),
      await worksWith({ key: child.key }),
      await worksWith({ key: bySession.key }),
      await worksWith({ key: grandchild.key }),
      await worksWith({ token: session.access_token }),
      await worksWith({ token: ofGrandchild.access_token }),
      ...(await Promise.all(hooks.map(hooksWork))),
    ];
  }
  const ALL = Array.from({ length: 9 }, () => true);
  const NONE = Array.from({ length: 9 }, () => false);

  test("ends when the key is revoked, by its owner or by whoever found it", async () => {
    const byOwner = await make(ada);
    const made = await makeEverything(byOwner);
    expect(await made()).toEqual(ALL);
    await send(`DELETE /keys/${byOwner.id}`, { token: ada.token });
    expect(await made()).toEqual(NONE);

    const found = await make(ada);
    const others = await makeEverything(found);
    await send("POST /auth/token/revoke", { body: { api_key: found.key } });
    expect(await others()).toEqual(NONE);
  });

  test("ends when the key expires, though nothing is written at that moment", async () => {
    const root = await make(ada);
    const made = await makeEverything(root);
    await runSql(
      server.platform.relational,
      "UPDATE api_key SET expires_at = now() + interval '4 seconds' WHERE id = $1",
      [root.id],
    );
    // Any write of this server makes it read accounts again.
    await make(ada);
    await eventually(async () => expect(await made()).toEqual(NONE));
  });

  test("ends when the key is rotated away: at once, or with its grace period", async () => {
    const atOnce = await make(ada);
    const made = await makeEverything(atOnce);
    await rotate(atOnce.id, ada, { immediate: true });
    expect(await made()).toEqual(NONE);

    const withGrace = await make(ada);
    const others = await makeEverything(withGrace);
    await rotate(withGrace.id, ada, { grace_period_hours: 1 });
    expect(await others()).toEqual(ALL);
    await runSql(server.platform.relational, "UPDATE api_key SET expires_at = now() WHERE id = $1", [withGrace.id]);
    await make(ada);
    expect(await others()).toEqual(NONE);
  });

  test("ends with a key in the middle of the chain, and leaves what is above it", async () => {
    const root = await make(ada);
    const child = await make({ key: root.key });
    const grandchild = await make({ key: child.key });
    await send(`DELETE /keys/${child.id}`, { token: ada.token });
    expect([await worksWith(root), await worksWith(child), await worksWith(grandchild)]).toEqual([true, false, false]);
  });

  test("cannot refresh, sign in, or make anything new afterwards", async () => {
    const root = await make(ada);
    const child = await make({ key: root.key });
    const session = await signInWith(child);
    await send(`DELETE /keys/${root.id}`, { token: ada.token });
    const refresh = { body: { refresh_token: session.refresh_token } };
    expect(verdict(await send("POST /auth/token/refresh", refresh))).toEqual([401, "unauthenticated"]);
    expect(verdict(await send("POST /auth/login", { body: { api_key: child.key } }))).toEqual([
      401,
      "invalid_credentials",
    ]);
    expect(verdict(await rotate(child.id, { token: ada.token }, {}))).toEqual([400, "invalid_state"]);
  });

  test("is listed as inactive, and gives its name and its place among the fifty free", async () => {
    const root = await make(ada);
    const child = await make({ key: root.key }, { name: "wanted" });
    await send(`DELETE /keys/${root.id}`, { token: ada.token });
    expect((await send("GET /keys", ada)).json()).toEqual([]);
    const inactive = (await send("GET /keys?status=inactive", ada)).json<{ id: string; revoked_at: string | null }[]>();
    expect(inactive.map(({ id }) => id)).toEqual([child.id, root.id]);
    expect(inactive[0]?.revoked_at).toBe(inactive[1]?.revoked_at);
    expect((await send("POST /keys", { token: ada.token, body: { name: "wanted" } })).statusCode).toBe(201);
  });

  test("a key that a key rotates ends with the one that did it", async () => {
    const stolen = await make(ada);
    for (const body of [{ immediate: true }, { grace_period_hours: 2 }]) {
      const other = await make(ada);
      const { new_key: key } = (await rotate(other.id, { key: stolen.key }, body)).json<{ new_key: string }>();
      const session = await signInWith(stolen);
      const third = await make(ada);
      const bySession = (await rotate(third.id, { token: session.access_token }, body)).json<{ new_key: string }>();
      const probe = await make({ key });
      expect([await worksWith({ key }), await worksWith({ key: bySession.new_key })]).toEqual([true, true]);
      await runSql(server.platform.relational, "UPDATE api_key SET revoked_at = now() WHERE id = $1", [stolen.id]);
      await make(ada);
      expect([await worksWith({ key }), await worksWith({ key: bySession.new_key }), await worksWith(probe)]).toEqual([
        false,
        false,
        false,
      ]);
      await runSql(server.platform.relational, "UPDATE api_key SET revoked_at = NULL WHERE id = $1", [stolen.id]);
      await make(ada);
    }
  });

  test("a key that rotated itself goes on, and ends with the key it came from when that is revoked", async () => {
    for (const body of [{ immediate: true }, { grace_period_hours: 2 }]) {
      const first = await make(ada, { expires_in_days: 3 });
      const second = (await rotate(first.id, { key: first.key }, body)).json<{ new_key: string; new_key_id: string }>();
      const third = (await rotate(second.new_key_id, { key: second.new_key }, body)).json<{ new_key: string }>();
      expect(await worksWith({ key: third.new_key })).toBe(true);
      const { rows } = await runSql(
        server.platform.relational,
        "SELECT max(expires_at) <= now() + interval '3 days' AS bounded FROM api_key WHERE user_id = $1",
        [ada.user.id],
      );
      expect(rows).toEqual([{ bounded: true }]);
      await send(`DELETE /keys/${first.id}`, { token: ada.token });
      expect(await worksWith({ key: third.new_key })).toBe(false);
    }
  });

  test("a key that its owner rotated outlives the revocation of the old one", async () => {
    const old = await make(ada);
    const { new_key: key } = (await rotate(old.id, ada, { grace_period_hours: 2 })).json<{ new_key: string }>();
    await send(`DELETE /keys/${old.id}`, { token: ada.token });
    expect(await worksWith({ key })).toBe(true);
  });

  test("neither an API key nor a sign-in that began with one confirms a device", async () => {
    const key = await make(ada);
    const session = await signInWith(key);
    const { user_code, device_code } = (await send("POST /auth/device/authorize")).json();
    const detail = "An API key cannot confirm a device. Sign in with your password, then confirm.";
    for (const by of [{ key: key.key }, { token: session.access_token }]) {
      const refused = await send("POST /auth/device/confirm", { ...by, body: { user_code } });
      expect(refused.json()).toMatchObject({ status: 403, code: "forbidden", detail });
    }
    const poll = { body: { device_code, grant_type: DEVICE_GRANT } };
    expect((await send("POST /auth/device/token", poll)).statusCode).toBe(428);
  });

  test("the chain of keys has an end", async () => {
    let last = await make(ada);
    for (let n = 0; n < 8; n++) last = await make({ key: last.key });
    expect(await worksWith(last)).toBe(true);
    const refused = await send("POST /keys", { key: last.key, body: { name: "one more" } });
    expect(verdict(refused)).toEqual([400, "invalid_state"]);
    const other = await make(ada);
    expect(verdict(await rotate(other.id, { key: last.key }, {}))).toEqual([400, "invalid_state"]);
    expect(await worksWith(other)).toBe(true);
  });
});
