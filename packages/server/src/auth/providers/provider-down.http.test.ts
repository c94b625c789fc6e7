import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, PASSWORD, verdict, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { envOf } from "../../../test/sso/env-of.js";
import { createUserAgent } from "../../../test/sso/user-agent.js";
import { startWebSite, type WebSite } from "../../../test/web-site.js";

describe("a provider that does not answer", () => {
  let silent: WebSite;
  let server: TestServer;
  let send: Send;
  beforeAll(async () => {
    silent = await startWebSite(() => undefined);
    server = await startTestServer({
      env: envOf({
        oidc: { discoveryUrl: `${silent.url}/.well-known/openid-configuration` },
        provider_a: { discoveryUrl: "http://127.0.0.1:1/.well-known/openid-configuration" },
      }),
    });
    send = createSend(server);
    await invitePeople(server);
  });
  afterAll(async () => {
    await server.close();
    await silent.close();
  });

  test("is given up after a few seconds with a page that says so, and passwords work meanwhile", async () => {
    const waiting = createUserAgent(server).open("/api/v1/auth/oauth/login");
    const login = await send("POST /auth/login", { body: { email: "root@example.com", password: PASSWORD } });
    expect(login.statusCode).toBe(200);
    const answer = await waiting;
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([502, "text/html; charset=utf-8"]);
    expect(answer.body).toMatch(
      /discovery document could not be read: The request to 127\.0\.0\.1:\d+ timed out after 5 s/,
    );
  });

  test("is asked again by the next one who signs in, not remembered as down", async () => {
    const before = silent.requests.length;
    const refused = await createUserAgent(server).open("/api/v1/auth/oauth/provider_a/login", {
      accept: "application/json",
    });
    expect(verdict(refused)).toEqual([502, "upstream_error"]);
    expect(refused.json().detail).toContain("refused the connection");
    await createUserAgent(server).open("/api/v1/auth/oauth/login");
    expect(silent.requests.length).toBeGreaterThan(before);
  });
});
