import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
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
      response.writeHead(poll?.status ?? 200, { "content-type": "application/json" });
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
