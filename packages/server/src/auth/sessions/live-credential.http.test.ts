import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, type Person } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { runSql } from "../../platform/relational/index.js";
import type { Credential } from "../../platform/http/call.js";
import { lockLiveCaller } from "./live-credential.js";

describe("a caller who was let in a moment ago", () => {
  let server: TestServer;
  let ada: Person;
  let access: Credential;
  let apiKey: Credential & { readonly id: string };
  beforeAll(async () => {
    server = await startTestServer();
    ada = await (await invitePeople(server)).join();
    const [, claims = ""] = ada.token.split(".");
    const { fam } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { fam: string };
    access = { kind: "access", family: fam };
    const made = await createSend(server)("POST /keys", { token: ada.token, body: { name: "ci" } });
    apiKey = { kind: "api_key", id: made.json<{ id: string }>().id };
  });
  afterAll(() => server.close());

  const ask = (credential: Credential, userId = ada.user.id): Promise<void> =>
    server.platform.relational.transaction((tx) => lockLiveCaller(tx, { userId, credential }));

  test("may go on while the sign-in or the key lives, and is theirs", async () => {
    await expect(ask(access)).resolves.toBeUndefined();
    await expect(ask(apiKey)).resolves.toBeUndefined();
    await expect(ask(access, crypto.randomUUID())).rejects.toThrow("signed out");
    await expect(ask({ kind: "hooks" })).rejects.toThrow("signed out");
  });

  test("may not while the account is deactivated", async () => {
    const activate = (active: boolean): Promise<unknown> =>
      runSql(server.platform.relational, "UPDATE user_account SET is_active = $1 WHERE id = $2", [active, ada.user.id]);
    await activate(false);
    await expect(ask(access)).rejects.toThrow("deactivated");
    await expect(ask(apiKey)).rejects.toThrow("deactivated");
    await activate(true);
  });

  test("may not once either has been ended in between", async () => {
    const send = createSend(server);
    await send(`DELETE /keys/${apiKey.id}`, { token: ada.token });
    await expect(ask(apiKey)).rejects.toThrow("signed out");
    await send("POST /auth/logout", { token: ada.token, body: {} });
    await expect(ask(access)).rejects.toThrow("signed out");
  });
});
