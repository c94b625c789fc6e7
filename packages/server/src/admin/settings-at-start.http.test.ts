import { randomBytes, randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Setting } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { authenticateByKey } from "../../test/callers.js";
import { eventually } from "../../test/eventually.js";
import { useMadeUpSettings } from "../../test/made-up-settings.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize, type RunningStores } from "../../test/sizes.js";
import { initialisedDirectory, temporaryDirectory } from "../../test/temporary.js";
import { Secret } from "../platform/config/index.js";
import { runSql } from "../platform/relational/index.js";
import { openSealing, secretKeyFile } from "../platform/sealing/index.js";
import { KEY_CHECK } from "../settings/index.js";

function secretFile(text: string): string {
  const path = join(temporaryDirectory(), "secret");
  writeFileSync(path, text);
  return path;
}

useMadeUpSettings();

describe.each(largestSize)("settings of a server that starts ($size)", (on) => {
  let stores: RunningStores;
  let dataDir: string;
  const running: TestServer[] = [];
  beforeAll(async () => {
    stores = await on.start();
    dataDir = initialisedDirectory();
  });
  afterEach(async () => {
    await forgetKey();
    await stopAll();
  });
  afterAll(() => stores.stop());

  const forgetKey = async (): Promise<void> => {
    const [server] = running;
    if (server) await runSql(server.platform.relational, `DELETE FROM setting WHERE key = '${KEY_CHECK}'`, []);
  };
  const stopAll = async (): Promise<void> => {
    for (const server of running.splice(0)) await server.close();
  };
  const startAnother = async (env: Record<string, string> = {}): Promise<TestServer> => {
    const extras = { authenticate: authenticateByKey };
    const server = await startTestServer({ env: { ...stores.env, DATA_DIR: dataDir, ...env }, extras });
    running.push(server);
    return server;
  };
  /** Ends what runs on these stores, and starts again. */
  const restart = async (env: Record<string, string> = {}): Promise<TestServer> => {
    await stopAll();
    return startAnother(env);
  };
  const send = (
    { app }: TestServer,
    method: "GET" | "PUT" | "DELETE" | "POST",
    path: string,
    payload?: object,
  ): Promise<LightMyRequestResponse> =>
    app.inject({
      method,
      url: `/api/v1/admin/${path}`,
      headers: { "x-api-key": "super_admin sue" },
      ...(payload ? { payload } : {}),
    });
  const get = async (server: TestServer, key: string): Promise<Setting> =>
    (await send(server, "GET", `settings/${key}`)).json();
  const put = async (server: TestServer, key: string, value: string): Promise<void> => {
    expect((await send(server, "PUT", `settings/${key}`, { value })).statusCode).toBe(200);
  };
  const unset = async (server: TestServer, key: string): Promise<void> => {
    expect((await send(server, "DELETE", `settings/${key}`)).statusCode).toBe(200);
  };
  const rotate = (server: TestServer): Promise<LightMyRequestResponse> => send(server, "POST", "sealing-key/rotate");
  const sealedBytes = async ({ platform }: TestServer, key: string): Promise<Buffer> => {
    const { rows } = await runSql(platform.relational, "SELECT sealed FROM setting WHERE key = $1", [key]);
    return Buffer.from((rows[0] as { sealed: Uint8Array }).sealed);
  };
  const errors = ({ lines }: TestServer): unknown[] =>
    lines.filter(({ level }) => level === "error").map(({ msg }) => msg);

  test("are as they were left", async () => {
    const first = await restart();
    await put(first, "jwt.refresh_token_expire_days", "7");
    await put(first, "made_up.second_secret", "s3cret");
    const second = await restart();
    expect(await get(second, "jwt.refresh_token_expire_days")).toMatchObject({ value: "7", is_set: true });
    expect(await get(second, "made_up.second_secret")).toMatchObject({ value: "**REDACTED**", is_set: true });
    expect(errors(second)).toEqual([]);
    await unset(second, "made_up.second_secret");
  });

  test("that come from a file stay out of the database, and cannot be changed", async () => {
    const secret = `from-a-file-${randomUUID()}`;
    const server = await restart({ MADE_UP_SECRET_FILE: secretFile(`${secret}\n`) });
    expect(await get(server, "made_up.secret")).toMatchObject({
      value: "**REDACTED**",
      is_set: true,
      is_externally_managed: true,
      managed_by: "MADE_UP_SECRET_FILE",
    });
    for (const method of ["PUT", "DELETE"] as const) {
      const refused = await send(server, method, "settings/made_up.secret", { value: "mine" });
      expect(refused.json()).toMatchObject({ status: 409, code: "externally_managed" });
      expect(refused.json().detail).toMatch(
        /variable MADE_UP_SECRET_FILE of the server\. Change it there, and restart/,
      );
    }
    const { rows } = await runSql(server.platform.relational, "SELECT key FROM setting WHERE key LIKE 'made_up.%'", []);
    expect(rows).toEqual([]);
    expect(JSON.stringify(server.lines)).not.toContain(secret);
    expect(await get(await restart(), "made_up.secret")).toMatchObject({ is_set: false });
  });

  test("take a variable once, and never over what someone has set", async () => {
    const env = { MADE_UP_NAME: "from-outside", MADE_UP_SECRET: "s3cret-from-outside" };
    const first = await restart(env);
    expect(await get(first, "made_up.name")).toMatchObject({
      value: "from-outside",
      is_set: true,
      is_externally_managed: false,
      managed_by: null,
    });
    expect((await sealedBytes(first, "made_up.secret")).includes("s3cret")).toBe(false);
    await put(first, "made_up.name", "changed");

    const second = await restart({ MADE_UP_NAME: "from-outside" });
    expect(await get(second, "made_up.name")).toMatchObject({ value: "changed" });
    expect(await get(second, "made_up.secret")).toMatchObject({ is_set: true });
    await unset(second, "made_up.name");
    await unset(second, "made_up.secret");
  });

  test("take a variable again when it has been unset or emptied", async () => {
    const env = { MADE_UP_NAME: "one", MADE_UP_URL: "https://one.example.com" };
    const first = await restart(env);
    await unset(first, "made_up.name");
    expect(await get(first, "made_up.name")).toMatchObject({ value: "", is_set: false });
    await runSql(first.platform.relational, "UPDATE setting SET value = '' WHERE key = 'made_up.url'", []);

    const second = await restart(env);
    expect(await get(second, "made_up.name")).toMatchObject({ value: "one" });
    expect(await get(second, "made_up.url")).toMatchObject({ value: "https://one.example.com" });
  });

  test("let the rate limits win for as long as their variables are given", async () => {
    const env = { RATE_LIMIT_AUTH: "77/hour", RATE_LIMIT_AUTH_STRICT: "7/hour" };
    const server = await restart(env);
    const expected = {
      "security.rate_limit_auth": "77/hour",
      "security.rate_limit_auth_strict": "7/hour",
    };
    for (const [key, value] of Object.entries(expected)) {
      const variable = key.replace("security.", "").toUpperCase();
      expect(await get(server, key)).toMatchObject({ value, is_externally_managed: true, managed_by: variable });
      const refused = await send(server, "PUT", `settings/${key}`, { value });
      expect(refused.json()).toMatchObject({ status: 409, code: "externally_managed" });
      const { rows } = await runSql(server.platform.relational, "SELECT 1 FROM setting WHERE key = $1", [key]);
      expect(rows).toEqual([]);
    }
  });

  test("that need a restart hold from the next start on", async () => {
    const env = { RATE_LIMIT_AUTH: "" };
    // Counters are shared through Redis, so nobody else may have this address.
    const remoteAddress = `10.${[...randomBytes(3)].join(".")}`;
    const ask = async ({ app }: TestServer): Promise<number> =>
      (await app.inject({ method: "POST", url: "/api/v1/auth/bootstrap", remoteAddress, payload: {} })).statusCode;
    const before = await restart(env);
    await put(before, "security.rate_limit_auth", "2/hour");
    expect([await ask(before), await ask(before), await ask(before)]).toEqual([403, 403, 403]);
    const after = await restart(env);
    const answers = [await ask(after), await ask(after), await ask(after)];
    expect(answers.at(-1)).toBe(429);
    await unset(after, "security.rate_limit_auth");
  });

  test("keep it from starting when a variable is of the wrong type", async () => {
    await stopAll();
    await expect(startAnother({ MADE_UP_FLAG: "maybe" })).rejects.toThrow("MADE_UP_FLAG: expected true or false");
  });

  test("get the new key's seal when the sealing key is rotated, after which the old one is not needed", async () => {
    const before = await restart({ SECRET_KEY: "k1" });
    await put(before, "made_up.secret", "one");
    await put(before, "made_up.third_secret", "two");

    const between = await restart({ SECRET_KEY: "k2", OLD_SECRET_KEY: "k1" });
    await put(between, "made_up.second_secret", "three");
    expect((await rotate(between)).json()).toEqual({ resealed: 2 });
    expect((await rotate(between)).json()).toEqual({ resealed: 0 });

    const after = await restart({ SECRET_KEY: "k2" });
    expect((await rotate(after)).json()).toEqual({ resealed: 0 });
    expect(errors(after)).toEqual([]);
    for (const key of ["made_up.secret", "made_up.third_secret", "made_up.second_secret"]) await unset(after, key);
  });

  test("can be given the key that the server made as the old one", async () => {
    await put(await restart(), "made_up.secret", "s3cret");
    const server = await restart({ SECRET_KEY: "k1", OLD_SECRET_KEY_FILE: secretKeyFile(dataDir) });
    expect((await rotate(server)).json()).toEqual({ resealed: 1 });
    expect(errors(server)).toEqual([]);
    await unset(server, "made_up.secret");
  });

  test("keep it from starting when they were sealed with another key than it has", async () => {
    await put(await restart({ SECRET_KEY: "k1" }), "made_up.secret", "one");
    await stopAll();
    await expect(startAnother({ SECRET_KEY: "k2" })).rejects.toThrow(
      /^SECRET_KEY cannot decrypt made_up\.secret, which was encrypted with another key\. .*OLD_SECRET_KEY/,
    );
    const server = await restart({ SECRET_KEY: "k1" });
    expect(errors(server)).toEqual([]);
    await unset(server, "made_up.secret");
  });

  test("that no key opens are reported with the way to mend it, and keep everything from being resealed", async () => {
    const before = await restart({ SECRET_KEY: "k1" });
    await put(before, "made_up.secret", "one");
    await put(before, "made_up.second_secret", "two");
    const { relational } = before.platform;
    // Tampered with: the last byte, and a secret that was moved to another setting.
    const moved =
      "UPDATE setting SET sealed = set_byte(sealed, length(sealed) - 1, 255 - get_byte(sealed, length(sealed) - 1))";
    await runSql(relational, `${moved} WHERE key = 'made_up.second_secret'`, []);
    await runSql(
      relational,
      "INSERT INTO setting (key, sealed) SELECT 'made_up.third_secret', sealed FROM setting WHERE key = 'made_up.secret'",
      [],
    );

    const server = await restart({ SECRET_KEY: "k2", OLD_SECRET_KEY: "k1" });
    expect(errors(server)).toEqual([
      expect.stringMatching(/^ignoring the stored setting made_up\.second_secret: .*OLD_SECRET_KEY/),
      expect.stringMatching(/^ignoring the stored setting made_up\.third_secret: .*OLD_SECRET_KEY/),
    ]);
    expect(await get(server, "made_up.second_secret")).toMatchObject({ value: "**REDACTED**", is_set: true });
    const sealed = await sealedBytes(server, "made_up.secret");
    const refused = await rotate(server);
    expect(refused.json()).toMatchObject({ status: 400, code: "invalid_state" });
    expect(refused.json().detail).toMatch(/made_up\.second_secret, made_up\.third_secret/);
    expect(await sealedBytes(server, "made_up.secret")).toEqual(sealed);

    await put(server, "made_up.second_secret", "again");
    await unset(server, "made_up.third_secret");
    expect((await rotate(server)).json()).toEqual({ resealed: 1 });
    await unset(server, "made_up.second_secret");
    await unset(server, "made_up.secret");
  });

  test("of another version are left alone: they are not listed, hold nothing up and keep a seal that can be opened", async () => {
    const insert = "INSERT INTO setting (key, value, sealed) VALUES ($1, $2, $3)";
    const sealing = openSealing({ secretKey: new Secret("k1"), oldSecretKey: null, dataDir });
    const secret = sealing.seal("setting:future.secret", "s3cret");
    const { relational } = (await restart({ SECRET_KEY: "k1" })).platform;
    await runSql(relational, insert, ["future.switch", "true", null]);
    await runSql(relational, insert, ["future.secret", null, secret]);

    const unknown = { FUTURE_SWITCH: "1", FUTURE_SECRET_FILE: "/no/such/file" };
    const server = await restart({ ...unknown, SECRET_KEY: "k2", OLD_SECRET_KEY: "k1" });
    expect(errors(server)).toEqual([]);
    const listed: Setting[] = (await send(server, "GET", "settings")).json();
    expect(listed.filter(({ key }) => /future/.test(key))).toEqual([]);
    expect((await send(server, "GET", "settings/future.secret")).json()).toMatchObject({
      code: "unknown_setting",
    });
    expect((await rotate(server)).json()).toEqual({ resealed: 1 });

    await forgetKey();
    const lost = await restart({ SECRET_KEY: "k3" });
    expect(errors(lost)).toEqual([]);
    expect((await rotate(lost)).json()).toEqual({ resealed: 0 });
    const { rows } = await runSql(
      lost.platform.relational,
      "DELETE FROM setting WHERE key ~ 'future' RETURNING key",
      [],
    );
    expect(rows).toHaveLength(2);
  });

  test("follow what another replica does, with or without a bus between them", async ({ skip }) => {
    if (on.size === "embedded") skip("the embedded stores serve one process");
    const apart = (): Record<string, string> => ({ DATA_DIR: initialisedDirectory(), SECRET_KEY: "the same on all" });
    const [one, two] = [await startAnother(apart()), await startAnother(apart())];
    const alone = await startAnother({ ...apart(), REDIS_URL: "" });
    const key = "auth.self_registration_enabled";
    await put(one, key, "true");
    expect(await get(one, key)).toMatchObject({ value: "true" });
    for (const replica of [two, alone]) {
      await eventually(async () => expect(await get(replica, key)).toMatchObject({ value: "true", is_set: true }));
    }
    await unset(alone, key);
    await eventually(async () => expect(await get(one, key)).toMatchObject({ value: "false", is_set: false }));
  });
});
