import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runServer } from "../../testing/run-server.js";
import { testMachine } from "../../testing/run-tack.js";
import { temporaryDirectory } from "../../testing/temporary.js";

const PASSWORD = "Correct-Horse-7";

describe("signing in", () => {
  let server: string;
  beforeAll(async () => {
    server = (await runServer()).address;
    const { exitCode, stderr, stdout } = await testMachine(server).run(
      `login --email root@example.com --password ${PASSWORD}`,
    );
    expect([exitCode, stderr, stdout]).toEqual([
      0,
      expect.stringContaining("no admin account yet"),
      expect.stringContaining("(admin)"),
    ]);
  });

  const configOf = (home: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(home, ".tackroom", "config.json"), "utf8")) as Record<string, unknown>;

  test("saves credentials that nobody else can read, with the contract's names", async () => {
    const { home, run } = testMachine(server);
    await run("login --email root@example.com", { env: { TACK_PASSWORD: PASSWORD } });
    expect(statSync(join(home, ".tackroom", "config.json")).mode & 0o777).toBe(0o600);
    expect(configOf(home)).toMatchObject({
      server_url: server,
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      user_id: expect.any(String),
      user_name: "admin",
      username: expect.any(String),
      web_url: expect.stringContaining("http"),
    });
    expect((await run("whoami")).stdout).toContain("root@example.com");
  });

  test("takes the password from a file, and refuses two of them", async () => {
    const file = join(temporaryDirectory(), "password");
    writeFileSync(file, `${PASSWORD}\n`);
    const { run } = testMachine(server);
    const env = { TACK_PASSWORD_FILE: file };
    expect((await run("login --email root@example.com", { env })).exitCode).toBe(0);
    const both = await run("login --email root@example.com", { env: { ...env, TACK_PASSWORD: "x" } });
    expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining("TACK_PASSWORD_FILE are both set")]);
  });

  test("tells by its exit code and category what is wrong", async () => {
    const { run } = testMachine(server);
    const wrong = await run("login --email root@example.com --password nope -o json");
    expect(wrong).toMatchObject({ exitCode: 3, stdout: "" });
    expect(JSON.parse(wrong.stderr)).toMatchObject({
      error: {
        category: "authentication",
        operation: "login",
        exit_code: 3,
        http_status: 401,
        request_id: expect.any(String),
      },
    });
    expect((await run("whoami")).exitCode).toBe(3);
    expect((await run("login")).exitCode).toBe(2);
    expect((await run("frobnicate")).exitCode).toBe(2);
    expect((await testMachine("http://127.0.0.1:1").run("whoami")).exitCode).toBe(9);
    expect((await run("admin users", { env: { TACK_TOKEN: "x" } })).exitCode).toBe(3);
  });

  test("sends what was saved to the server that it was saved for, and to no other", async () => {
    const { run } = testMachine(server);
    await run(`login --email root@example.com --password ${PASSWORD}`);
    const elsewhere = server.replace("localhost", "127.0.0.1");
    expect((await run("whoami", { env: { TACK_SERVER_URL: elsewhere } })).exitCode).toBe(3);
    expect((await run(`whoami --server ${server}`)).exitCode).toBe(0);
  });

  test("renews an expired token by itself, once, also when two commands run at the same time", async () => {
    const { home, run } = testMachine(server);
    await run(`login --email root@example.com --password ${PASSWORD}`);
    const path = join(home, ".tackroom", "config.json");
    const config = configOf(home);
    const [header = "", , signature = ""] = String(config["access_token"]).split(".");
    const past = Buffer.from(JSON.stringify({ exp: 1 })).toString("base64url");
    writeFileSync(path, JSON.stringify({ ...config, access_token: [header, past, signature].join(".") }));
    const both = await Promise.all([run("whoami"), run("whoami"), run("keys list")]);
    expect(both.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
      [0, ""],
      [0, ""],
      [0, ""],
    ]);
    // The renewed token also serves the next command: using a refresh token twice would end the session.
    expect(configOf(home)["refresh_token"]).not.toBe(config["refresh_token"]);
    expect((await run("whoami")).exitCode).toBe(0);
  });

  test("renews after a refusal, but leaves it to the person to repeat a change", async () => {
    const { home, run } = testMachine(server);
    await run(`login --email root@example.com --password ${PASSWORD}`);
    const path = join(home, ".tackroom", "config.json");
    const refused = { ...configOf(home), access_token: "not.a.token" };
    writeFileSync(path, JSON.stringify(refused));
    expect(await run("keys create twice")).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("again") });
    expect((await run("keys create once")).exitCode).toBe(0);
    writeFileSync(path, JSON.stringify({ ...configOf(home), access_token: "not.a.token" }));
    const { items } = (await testMachine(server).json("keys list", {
      env: { TACK_TOKEN: String(await freshToken()) },
    })) as { items: { name: string }[] };
    expect(items.map(({ name }) => name)).toEqual(["once"]);
    expect((await run("keys list")).exitCode).toBe(0);
  });

  async function freshToken(): Promise<unknown> {
    const { home, run } = testMachine(server);
    await run(`login --email root@example.com --password ${PASSWORD}`);
    return configOf(home)["access_token"];
  }

  test("does not move the web app away from its users without confirmation", async () => {
    const { run, json } = testMachine(server);
    await run(`login --email root@example.com --password ${PASSWORD}`);
    const change = "admin set deployment.frontend_url https://elsewhere.example.com";
    const refused = await run(change);
    expect(refused).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringContaining("Browser sessions will only work at"),
    });
    expect(refused.stderr).toContain("--force");
    expect(await json("admin settings deployment.frontend_url")).toMatchObject({ is_set: false });
    const forced = await run(`${change} --force`);
    expect(forced).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining("Browser sessions will only work at"),
    });
    expect((await run("admin set deployment.frontend_url --unset --force")).exitCode).toBe(0);
    expect((await run("admin set no.such true")).exitCode).toBe(5);
  });

  test("forgets on logout", async () => {
    const { home, run } = testMachine(server);
    await run(`login --email root@example.com --password ${PASSWORD}`);
    const { refresh_token } = configOf(home);
    expect((await run("logout")).exitCode).toBe(0);
    expect(configOf(home)).not.toHaveProperty("access_token");
    const again = await run("api POST /api/v1/auth/token/refresh", { stdin: JSON.stringify({ refresh_token }) });
    expect(again.exitCode).toBe(3);
  });

  /** Simulates the confirmation in the browser. */
  const confirmWith =
    (token: () => Promise<unknown>, after?: () => Promise<unknown>) =>
    (output: string): void => {
      const code = /confirm the code (\S+)\n/.exec(output)?.[1];
      if (code === undefined || confirmed.has(code)) return;
      confirmed.add(code);
      void token()
        .then((bearer) =>
          testMachine(server).run("api POST /api/v1/auth/device/confirm", {
            env: { TACK_TOKEN: String(bearer) },
            stdin: JSON.stringify({ user_code: code }),
          }),
        )
        .then(after);
    };
  const confirmed = new Set<string>();

  test("by a code that is confirmed elsewhere, as whoever confirmed it", async () => {
    const { home, run } = testMachine(server);
    const { exitCode, stdout } = await run("login --browser", { onOutput: confirmWith(freshToken) });
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining("root@example.com")]);
    expect(configOf(home)).toMatchObject({ refresh_token: expect.any(String) });
    expect((await run("whoami")).exitCode).toBe(0);
  });

  test("not by the code of an account that is no longer active", async () => {
    const admin = testMachine(server);
    await admin.run(`login --email root@example.com --password ${PASSWORD}`);
    const made = (await admin.json("admin create-user eve@example.com --name Eve --username eve")) as {
      id: string;
      password: string;
    };
    const eve = testMachine(server);
    await eve.run(`login --email eve@example.com --password ${made.password}`);
    await eve.run("change-password", { env: { TACK_CURRENT_PASSWORD: made.password, TACK_NEW_PASSWORD: PASSWORD } });
    await eve.run(`login --email eve@example.com --password ${PASSWORD}`);
    const deactivate = (): Promise<unknown> =>
      admin.json(`api PUT /api/v1/admin/users/${made.id}/active`, { stdin: JSON.stringify({ active: false }) });
    const onOutput = confirmWith(() => Promise.resolve(configOf(eve.home)["access_token"]), deactivate);
    const denied = await testMachine(server).run("login --browser", { onOutput });
    expect(denied).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("deactivated") });
  });

  test("works with an API key, which variables may name", async () => {
    const { run } = testMachine(server);
    await run(`login --email root@example.com --password ${PASSWORD}`);
    const key = (await run("keys create ci")).stdout.trim();
    const other = testMachine(server);
    expect((await other.run("whoami", { env: { TACK_API_KEY: key } })).stdout).toContain("root@example.com");
    expect((await other.run("login", { env: { TACK_API_KEY: key } })).exitCode).toBe(0);
    expect((await other.run("whoami")).exitCode).toBe(0);
  });
});

describe("a fresh server with a bootstrap token", () => {
  test("takes it from the environment or a file, and says where it belongs when it is missing or wrong", async () => {
    const server = (await runServer({ BOOTSTRAP_TOKEN: "horse-battery-staple" })).address;
    const { run } = testMachine(server);
    const words = `login --email root@example.com --password ${PASSWORD}`;
    for (const env of [{}, { TACK_BOOTSTRAP_TOKEN: "horse" }]) {
      const refused = await run(words, { env });
      expect(refused).toMatchObject({ exitCode: 4, stderr: expect.stringContaining("TACK_BOOTSTRAP_TOKEN") });
    }
    const file = join(temporaryDirectory(), "token");
    writeFileSync(file, "horse-battery-staple\n");
    expect((await run(words, { env: { TACK_BOOTSTRAP_TOKEN_FILE: file } })).exitCode).toBe(0);
  });
});
