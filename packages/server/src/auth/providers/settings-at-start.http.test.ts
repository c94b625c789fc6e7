import { SSO_LOGIN_PATHS, type SsoTest } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { envOf } from "../../../test/sso/env-of.js";
import { startForgingProvider, type ForgingProvider } from "../../../test/sso/forging-provider.js";
import { CLIENT } from "../../../test/sso/openid-provider.js";
import { createUserAgent } from "../../../test/sso/user-agent.js";
import { initialisedDirectory } from "../../../test/temporary.js";

describe("settings of an OpenID Connect provider", () => {
  let provider: ForgingProvider;
  let server: TestServer;
  let env: Record<string, string>;
  beforeAll(async () => {
    provider = await startForgingProvider(CLIENT.clientId);
    env = { ...envOf({ oidc: provider }), DATA_DIR: initialisedDirectory() };
    server = await startTestServer({ env });
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  /** Under which name the server asks the provider. */
  const clientId = async (): Promise<string | null> => {
    const started = await createUserAgent(server).open(SSO_LOGIN_PATHS.oidc);
    return new URL(String(started.headers.location)).searchParams.get("client_id");
  };
  const isRunning = async (token: string): Promise<boolean | undefined> => {
    const answer = await createSend(server)("POST /admin/sso/oidc/test", { token });
    return answer.json<SsoTest>().checks.find(({ name }) => name === "running")?.ok;
  };

  test("apply after a restart only, and then rather than the variables that they were copied from", async () => {
    const { admin } = await invitePeople(server);
    const set = (key: string, value: string | boolean) =>
      createSend(server)(`PUT /admin/settings/${key}`, { token: admin.token, body: { value } });
    expect([await clientId(), await isRunning(admin.token)]).toEqual([CLIENT.clientId, true]);
    expect((await set("oauth.email_authoritative", true)).statusCode).toBe(200);
    expect(await isRunning(admin.token)).toBe(false);
    expect((await set("oauth.client_id", "another")).statusCode).toBe(200);
    expect([await clientId(), await isRunning(admin.token)]).toEqual([CLIENT.clientId, false]);

    await server.close();
    server = await startTestServer({ env });
    expect([await clientId(), await isRunning(admin.token)]).toEqual(["another", true]);
  });
});
