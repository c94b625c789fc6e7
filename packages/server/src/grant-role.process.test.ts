import { expect, test } from "vitest";
import { runServer, type ServerProcess } from "../test/run-server.js";
import { initialisedDirectory } from "../test/temporary.js";

/** Seven of them, on a machine that may be busy. */
const PROCESSES_MAY_TAKE_MS = 600_000;

const outputOf = async (run: ServerProcess): Promise<[number | NodeJS.Signals, string]> => [
  await run.ended,
  run.output.join("\n"),
];

test(
  "the operator makes the first super admin on the machine, while no server has the stores open",
  async () => {
    const env = { DATA_DIR: initialisedDirectory() };
    const grant = (...words: string[]): Promise<[number | NodeJS.Signals, string]> =>
      outputOf(runServer(env, ["grant-role", ...words]));
    const first = runServer(env);
    const address = await first.ready;
    const post = (path: string, body: object): Promise<Response> =>
      fetch(`${address}/api/v1${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const { access_token: token } = (await (await post("/auth/bootstrap", { email: "ada@example.com" })).json()) as {
      access_token: string;
    };
    expect(await grant("ada@example.com", "super_admin")).toEqual([1, expect.stringMatching(/in use|already/)]);
    first.child.kill("SIGTERM");
    await first.ended;

    expect(await grant("bob@example.com", "super_admin")).toEqual([1, expect.stringContaining("no account")]);
    expect(await grant("ada@example.com", "king")).toEqual([
      1,
      expect.stringContaining("Choose one of user, reviewer"),
    ]);
    expect(await grant("ada@example.com")).toEqual([1, expect.stringContaining("give an email and a role")]);
    expect(await grant(" Ada@Example.com", "super_admin")).toEqual([0, expect.stringContaining("super_admin now")]);

    const again = runServer(env);
    const get = async (path: string): Promise<unknown> => {
      const answer = await fetch(`${await again.ready}/api/v1${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return answer.json();
    };
    expect(await get("/auth/whoami")).toMatchObject({ email: "ada@example.com", role: "super_admin" });
    expect(await get("/admin/audit-log?source=system")).toMatchObject([
      {
        action: "user.grant_role",
        resource_name: "ada@example.com",
        detail: '{"role":{"from":"admin","to":"super_admin"}}',
        actor_id: null,
      },
    ]);
  },
  PROCESSES_MAY_TAKE_MS,
);
