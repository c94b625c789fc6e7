import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { runServer, type ServerProcess } from "../../test/run-server.js";
import { initialisedDirectory } from "../../test/temporary.js";

/** From before the drainer wakes to after it is done. */
const KILL_AFTER_MS = [0, 40, 60, 90];

const auditLog = "/api/v1/admin/audit-log";

async function json<T>(url: string, token?: string): Promise<T> {
  const answer = await fetch(url, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

test(
  "every answered call is in the log exactly once, whenever the process was killed (embedded)",
  { timeout: 600_000 },
  async () => {
    const dataDir = initialisedDirectory();
    const start = async (): Promise<{ server: ServerProcess; address: string }> => {
      const server = runServer({ DATA_DIR: dataDir });
      return { server, address: await server.ready };
    };
    const answered = new Set<string>();
    let token = "";
    for (const killAfter of KILL_AFTER_MS) {
      const { server, address } = await start();
      if (token === "") {
        const headers = { "content-type": "application/json" };
        const answer = await fetch(`${address}/api/v1/auth/bootstrap`, { method: "POST", headers, body: "{}" });
        answered.add(String(answer.headers.get("x-request-id")));
        token = ((await answer.json()) as { access_token: string }).access_token;
      }
      const calls = Array.from({ length: 20 }, async () => {
        const id = randomUUID();
        const headers = { "x-request-id": id, authorization: `Bearer ${token}` };
        await fetch(`${address}/api/v1/admin/settings`, { headers });
        answered.add(id);
      });
      await Promise.any(calls);
      await sleep(killAfter);
      server.child.kill("SIGKILL");
      await server.ended;
      await Promise.allSettled(calls);
    }

    const { server, address } = await start();
    const events = await json<{ request_id: string }[]>(`${address}${auditLog}?limit=500&end_date=9999-12-31`, token);
    const ids = events.map(({ request_id }) => request_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...answered].filter((id) => !ids.includes(id))).toEqual([]);
    expect(await json(`${address}${auditLog}/verify`, token)).toMatchObject({ ok: true });
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
  },
);
