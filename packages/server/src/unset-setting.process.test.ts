import { expect, test } from "vitest";
import { runServer } from "../test/run-server.js";
import { initialisedDirectory } from "../test/temporary.js";

/** Three processes, on a machine that may be busy. */
const PROCESSES_MAY_TAKE_MS = 600_000;

test(
  "the operator undoes a setting on the machine, when nobody can sign in any more",
  async () => {
    const env = { DATA_DIR: initialisedDirectory() };
    const sendTo = async (address: string, line: string, body?: object, token = ""): Promise<Response> =>
      fetch(`${address}/api/v1${line.split(" ")[1] ?? ""}`, {
        method: line.split(" ")[0] ?? "",
        headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const admin = { email: "ada@example.com", password: "Correct-Horse-7" };

    const first = runServer(env);
    const address = await first.ready;
    const made = (await (await sendTo(address, "POST /auth/bootstrap", admin)).json()) as { access_token: string };
    await sendTo(address, "PUT /admin/settings/deployment.sso_only", { value: true }, made.access_token);
    expect((await sendTo(address, "POST /auth/login", admin)).status).toBe(403);
    first.child.kill("SIGTERM");
    await first.ended;

    const unset = runServer(env, ["unset-setting", "deployment.sso_only"]);
    expect(await unset.ended).toBe(0);
    expect(unset.output.join("\n")).toContain("deployment.sso_only has its default again.");

    const again = runServer(env);
    const back = await sendTo(await again.ready, "POST /auth/login", admin);
    expect(back.status).toBe(200);
    const { access_token: token } = (await back.json()) as { access_token: string };
    const log = await sendTo(await again.ready, "GET /admin/audit-log?source=system", undefined, token);
    expect(await log.json()).toMatchObject([
      {
        action: "setting.unset",
        resource_type: "setting",
        resource_id: "deployment.sso_only",
        actor_id: null,
        detail: '"true" -> default, by the operator',
      },
    ]);
  },
  PROCESSES_MAY_TAKE_MS,
);
