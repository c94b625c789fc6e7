import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { serverSizes } from "../../../test/sizes.js";
import { revokeKeysOf } from "../stores/api-key-store.js";
import { revokeFamiliesOf } from "../stores/token-store.js";
import { lockUser } from "../stores/user-store.js";

const WAITING = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

// Embedded, one transaction runs after the other.
describe.each(serverSizes.filter(({ size }) => size === "at scale"))(
  "a key that is changed while an admin ends what its owner has ($size)",
  (on) => {
    let server: TestServer;
    let send: Send;
    let people: People & { admin: Person };
    let ada: Person;
    beforeAll(async () => {
      server = await startTestServer({ on });
      send = createSend(server);
      people = await invitePeople(server);
    });
    afterAll(() => server.close());

    test.each([
      [
        "is not rotated",
        (id: string) => send(`POST /keys/${id}/rotate`, { token: ada.token, body: {} }),
        [401, "unauthenticated"],
      ],
      [
        "is revoked",
        (id: string) => send("POST /auth/token/revoke", { token: people.admin.token, body: { key_id: id } }),
        [200, undefined],
      ],
    ])("waits for the account and then %s", async (_what, change, expected) => {
      ada = await people.join();
      const { relational } = server.platform;
      const { id } = (await send("POST /keys", { token: ada.token, body: { name: "ci" } })).json<{ id: string }>();
      let runs = 0;
      let ending = Promise.resolve();
      await new Promise<void>((resolve) => {
        ending = relational.transaction(async (tx) => {
          runs += 1;
          await lockUser(tx, ada.user.id);
          resolve();
          await eventually(async () => expect((await relational.pool.query(WAITING)).rows).toHaveLength(1));
          await revokeFamiliesOf(tx, ada.user.id);
          await revokeKeysOf(tx, ada.user.id);
        });
      });
      const changing = change(id);
      await ending;
      expect(verdict(await changing)).toEqual(expected);
      // In opposite orders, PostgreSQL would have had to cancel one of the two.
      expect(runs).toBe(1);
    });
  },
);
