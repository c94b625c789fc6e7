import { afterAll, beforeAll, expect, test } from "vitest";
import { invitePeople } from "../../../../test/people.js";
import { startTestServer, type TestServer } from "../../../../test/server.js";
import { temporaryDirectory } from "../../../../test/temporary.js";
import { Secret } from "../../../platform/config/index.js";
import { openSealing, type Sealing } from "../../../platform/sealing/index.js";
import { lockGrants, putGrant } from "../../stores/provider-session-store.js";
import { grantContext, sealGrant } from "./finish-flow.js";
import { resealGrants } from "./reseal-grants.js";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const sealingWith = (key: string, old: string | null = null): Sealing =>
  openSealing({
    secretKey: new Secret(key),
    oldSecretKey: old === null ? null : new Secret(old),
    dataDir: temporaryDirectory(),
  });

test("what providers are asked with is sealed anew with the others, and what nothing opens holds nothing up", async () => {
  const people = await invitePeople(server);
  const [ada, lost] = [await people.join(), await people.join()];
  const grant = { method: "oidc", refreshToken: "r1", subject: "ada", expiresAt: null } as const;
  const db = server.platform.relational;
  await putGrant(db, ada.user.id, sealGrant({ sealing: sealingWith("k1") }, ada.user.id, grant));
  await putGrant(db, lost.user.id, sealGrant({ sealing: sealingWith("k0") }, lost.user.id, grant));
  const both = sealingWith("k2", "k1");
  expect(await db.transaction((tx) => resealGrants(both, tx))).toEqual({ resealed: 1, unreadable: [] });
  expect(await db.transaction((tx) => resealGrants(both, tx))).toEqual({ resealed: 0, unreadable: [] });
  const rows = await db.transaction((tx) => lockGrants(tx));
  const sealed = rows.find(({ user_id: userId }) => userId === ada.user.id)?.sealed ?? Buffer.of();
  expect(sealingWith("k2").unseal(grantContext(ada.user.id), sealed)).toBe(JSON.stringify(grant));
  // Sealed for one account, it opens for no other.
  expect(sealingWith("k2").unseal(grantContext(lost.user.id), sealed)).toBeUndefined();
});
