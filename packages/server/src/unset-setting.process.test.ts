import { expect, test } from "vitest";
import { createSend, type Send } from "../test/people.js";
import { runServer } from "../test/run-server.js";
import { startTestServer } from "../test/server.js";
import { initialisedDirectory } from "../test/temporary.js";

const ADMIN = { email: "ada@example.com", password: "Correct-Horse-7" };

/** Signs in at the address of the web app, and asks whether the session can be renewed there. */
async function staySignedIn(send: Send): Promise<number> {
  const headers = { "x-tackroom-client": "web", origin: "http://localhost:8000" };
  const login = await send("POST /auth/login", { body: ADMIN, headers });
  const cookie = String(login.headers["set-cookie"]).split(";")[0] ?? "";
  return (await send("POST /auth/token/refresh", { body: {}, headers: { ...headers, cookie } })).statusCode;
}

test(
  "the operator undoes a setting on the machine, when nobody can stay signed in any more",
  { timeout: 600_000 },
  async () => {
    const env = { DATA_DIR: initialisedDirectory() };
    const key = "deployment.frontend_url";

    const first = await startTestServer({ env });
    const toFirst = createSend(first);
    const token = (await toFirst("POST /auth/bootstrap", { body: ADMIN })).json().access_token as string;
    expect(await staySignedIn(toFirst)).toBe(200);
    await toFirst(`PUT /admin/settings/${key}`, { token, body: { value: "https://elsewhere.example.com" } });
    expect(await staySignedIn(toFirst)).toBe(403);
    await first.close();

    const unset = runServer(env, ["unset-setting", key]);
    expect(await unset.ended).toBe(0);
    expect(unset.output.join("\n")).toContain(`${key} was reset to its default.`);

    const again = await startTestServer({ env });
    const toAgain = createSend(again);
    expect(await staySignedIn(toAgain)).toBe(200);
    const { access_token } = (await toAgain("POST /auth/login", { body: ADMIN })).json<{ access_token: string }>();
    const log = await toAgain("GET /admin/audit-log?source=system", { token: access_token });
    expect(log.json()).toMatchObject([
      {
        action: "setting.unset",
        resource_type: "setting",
        resource_id: key,
        actor_id: null,
        detail: '"https://elsewhere.example.com" -> default, by the operator',
      },
    ]);
    await again.close();
  },
);
