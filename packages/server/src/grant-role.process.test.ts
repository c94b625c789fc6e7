import { expect, test } from "vitest";
import { createSend } from "../test/people.js";
import { runServer, type ServerProcess } from "../test/run-server.js";
import { startTestServer } from "../test/server.js";
import { initialisedDirectory } from "../test/temporary.js";
import { operate } from "./operate.js";
import { readConfig } from "./platform/config/index.js";

/** Two of them, on a machine that may be busy. */
const PROCESSES_MAY_TAKE_MS = 600_000;

const outputOf = async (run: ServerProcess): Promise<[number | NodeJS.Signals, string]> => [
  await run.ended,
  run.output.join("\n"),
];

test(
  "the operator makes the first super admin on the machine, while no server has the stores open",
  async () => {
    const env = { DATA_DIR: initialisedDirectory() };
    const read = readConfig({ env, keysBesideData: true });
    if (!read.ok) throw new Error(read.problems.join("\n"));
    const grant = (...words: string[]): Promise<[number | NodeJS.Signals, string]> =>
      outputOf(runServer(env, ["grant-role", ...words]));
    const refusedGrant = (email: string, role: string): Promise<string> =>
      operate(read.config, { name: "grant-role", email, role });

    const first = await startTestServer({ env });
    const made = await createSend(first)("POST /auth/bootstrap", { body: { email: "ada@example.com" } });
    const token = made.json().access_token as string;
    expect(await grant("ada@example.com", "super_admin")).toEqual([1, expect.stringMatching(/in use|already/)]);
    await first.close();

    await expect(refusedGrant("bob@example.com", "super_admin")).rejects.toThrow(/no account/i);
    await expect(refusedGrant("ada@example.com", "king")).rejects.toThrow("one of user, reviewer");
    expect(await grant(" Ada@Example.com", "super_admin")).toEqual([0, expect.stringContaining("super_admin")]);

    const again = await startTestServer({ env });
    const get = async (path: string): Promise<unknown> => (await createSend(again)(`GET ${path}`, { token })).json();
    expect(await get("/auth/whoami")).toMatchObject({ email: "ada@example.com", role: "super_admin" });
    expect(await get("/admin/audit-log?source=system")).toMatchObject([
      {
        action: "user.grant_role",
        resource_name: "ada@example.com",
        detail: '{"role":{"from":"admin","to":"super_admin"}}',
        actor_id: null,
      },
    ]);
    await again.close();
  },
  PROCESSES_MAY_TAKE_MS,
);
