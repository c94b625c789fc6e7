import { expect, test } from "vitest";
import { createSend } from "../test/people.js";
import { runServer } from "../test/run-server.js";
import { startTestServer } from "../test/server.js";
import { initialisedDirectory } from "../test/temporary.js";

test(
  "the operator undoes a setting on the machine, when nobody can sign in any more",
  { timeout: 600_000 },
  async () => {
    const env = { DATA_DIR: initialisedDirectory() };
    const admin = { email: "ada@example.com", password: "Correct-Horse-7" };

    const first = await startTestServer({ env });
    const toFirst = createSend(first);
    const token = (await toFirst("POST /auth/bootstrap", { body: admin })).json().access_token as string;
    await toFirst("PUT /admin/settings/deployment.sso_only", { token, body: { value: true } });
    expect((await toFirst("POST /auth/login", { body: admin })).statusCode).toBe(403);
    await first.close();

    const unset = runServer(env, ["unset-setting", "deployment.sso_only"]);
    expect(await unset.ended).toBe(0);
    expect(unset.output.join("\n")).toContain("deployment.sso_only was reset to its default.");

    const again = await startTestServer({ env });
    const toAgain = createSend(again);
    const back = await toAgain("POST /auth/login", { body: admin });
    expect(back.statusCode).toBe(200);
    const log = await toAgain("GET /admin/audit-log?source=system", { token: back.json().access_token as string });
    expect(log.json()).toMatchObject([
      {
        action: "setting.unset",
        resource_type: "setting",
        resource_id: "deployment.sso_only",
        actor_id: null,
        detail: '"true" -> default, by the operator',
      },
    ]);
    await again.close();
  },
);
