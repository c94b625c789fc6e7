import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { ERRORS } from "@tackroom/contract";
import { expect, onTestFinished, test } from "vitest";
import { fakeServer } from "../../testing/fake-registry.js";
import { testMachine } from "../../testing/run-tack.js";

const PENDING = {
  status: 428,
  body: { detail: "Wait.", code: "authorization_pending", error: "authorization_pending" },
};
const AWAY = { status: 503, body: { detail: "Busy.", code: "unavailable" } };
const TOKENS = {
  status: 200,
  body: {
    access_token: "t",
    refresh_token: "r",
    user: { id: "u", name: "Ada", email: "ada@example.com", role: "user" },
  },
};
const refusal = (error: string) => ({ status: 400, body: { detail: `It is ${error}.`, code: "invalid_state", error } });

/** A fake token endpoint with prepared responses and a polling interval of zero. */
async function serverWith(
  answers: readonly { status: number; body: object }[],
): Promise<{ url: string; asked: Record<string, unknown>[] }> {
  const asked: Record<string, unknown>[] = [];
  let polls = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      const text = Buffer.concat(chunks).toString();
      if (path.endsWith("/device/authorize")) asked.push(JSON.parse(text) as Record<string, unknown>);
      const device = { device_code: "d", user_code: "BCDF-GHJK", interval: 0.01, expires_in: 600 };
      const others: Readonly<Record<string, object>> = {
        "/api/v1/health": { status: "ok", database: "ok", initialized: true },
        "/api/v1/config/version": { version: "0.1.0" },
        "/api/v1/config/endpoints": { web: "http://w.test" },
        "/api/v1/auth/device/authorize": {
          ...device,
          verification_uri_complete: "http://w.test/device?code=BCDF-GHJK",
        },
      };
      const poll = path.endsWith("/device/token") ? answers[Math.min(polls++, answers.length - 1)] : undefined;
      response.writeHead(poll?.status ?? 200, { "content-type": "application/json", "x-request-id": "fake" });
      response.end(JSON.stringify(poll?.body ?? others[path] ?? {}));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test("waits until the code is confirmed, also while the server is away for a moment", async () => {
  const { url, asked } = await serverWith([PENDING, AWAY, PENDING, TOKENS]);
  const { run, home } = testMachine(url);
  const { exitCode, stderr, stdout } = await run("login --browser");
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining("http://w.test/device?code=BCDF-GHJK")]);
  expect(stdout).toContain("ada@example.com");
  expect(asked).toEqual([{ client_id: "tack" }]);
  expect(JSON.parse(readFileSync(join(home, ".tackroom", "config.json"), "utf8"))).toMatchObject({ access_token: "t" });
});

test.each([
  ["--sso", { sso: true }],
  ["--sso --provider provider_b", { sso: true, provider: "provider_b" }],
  ["--provider oidc", { sso: true, provider: "oidc" }],
  ["--saml", { sso: true, provider: "saml" }],
  ["--sso --saml", { sso: true, provider: "saml" }],
])("%s asks for single sign-on before the confirmation", async (flags, body) => {
  const { url, asked } = await serverWith([TOKENS]);
  const { run } = testMachine(url);
  expect(await run(`login ${flags}`, { env: { TACK_API_KEY: "tk_of_another_account" } })).toMatchObject({
    exitCode: 0,
  });
  expect(asked).toEqual([{ client_id: "tack", ...body }]);
});

test.each([
  ["--sso --email ada@example.com", "'--sso' cannot be used with option '--email"],
  ["--saml --provider oidc", "'--saml' cannot be used with option '--provider"],
  ["--provider google", "Allowed choices are oidc, provider_a, provider_b, saml"],
])("%s is refused before anything is sent", async (flags, message) => {
  const { url, asked } = await serverWith([TOKENS]);
  const refused = await testMachine(url).run(`login ${flags}`);
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) as string });
  expect(asked).toEqual([]);
});

test.each([
  ["login --email ada@example.com --password x", "/auth/login", "sso_only" as const, "tack login --sso"],
  ["reset-password --email ada@example.com", "/auth/request-reset", "sso_only" as const, "tack login --sso"],
  ["login --saml", "/auth/device/authorize", "sso_not_configured" as const, "the sign-in methods of this server"],
])("%s says what to do instead when the server refuses", async (words, path, code, remedy) => {
  const { status } = ERRORS[code];
  const url = await fakeServer((_method, asked) => {
    if (asked === `/api/v1${path}`) return { status, body: { detail: "Not here.", code } };
    return { body: { status: "ok", database: "ok", initialized: true, version: "0.1.0" } };
  });
  const { exitCode, stderr } = await testMachine(url).run(words);
  expect([exitCode, stderr]).toEqual([status === 403 ? 4 : 5, expect.stringContaining("Not here.")]);
  expect(stderr).toContain(remedy);
});

test.each([
  ["expired_token", "The code expired before it was confirmed"],
  ["access_denied", "It is access_denied."],
])("%s ends it as a failed sign-in", async (error, message) => {
  const { url } = await serverWith([PENDING, refusal(error)]);
  const { run } = testMachine(url);
  expect(await run("login --browser")).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining(message) as string,
  });
});
