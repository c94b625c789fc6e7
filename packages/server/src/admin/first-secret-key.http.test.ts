import type { Setting } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticateByKey } from "../../test/callers.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize, type RunningStores } from "../../test/sizes.js";
import { initialisedDirectory } from "../../test/temporary.js";
import { KEY_CHECK } from "../settings/index.js";
import { readSettingKey, unsetSetting } from "./index.js";

describe.each(largestSize)("the key of a database's first start ($size)", (on) => {
  let stores: RunningStores;
  let dataDir: string;
  let server: TestServer | undefined;
  beforeAll(async () => {
    stores = await on.start();
    dataDir = initialisedDirectory();
  });
  afterAll(async () => {
    await server?.close();
    await stores.stop();
  });

  const stop = async (): Promise<void> => {
    await server?.close();
    server = undefined;
  };
  const restart = async (keys: Record<string, string>): Promise<TestServer> => {
    await stop();
    const extras = { authenticate: authenticateByKey };
    return (server = await startTestServer({ env: { ...stores.env, DATA_DIR: dataDir, ...keys }, extras }));
  };
  const ask = async ({ app }: TestServer, method: "GET" | "POST", path: string): Promise<unknown> =>
    (await app.inject({ method, url: `/api/v1/admin/${path}`, headers: { "x-api-key": "super_admin sue" } })).json();

  test("is needed also while there is no secret, until the operator discards it", async () => {
    const listed = (await ask(await restart({ SECRET_KEY: "k1" }), "GET", "settings")) as Setting[];
    expect(listed.map(({ key }) => key)).not.toContain(KEY_CHECK);
    await expect(restart({ SECRET_KEY: "k2" })).rejects.toThrow(
      /^SECRET_KEY is not the key with which this database was first used\. All replicas .*OLD_SECRET_KEY/,
    );

    const rotating = await restart({ SECRET_KEY: "k2", OLD_SECRET_KEY: "k1" });
    expect(await ask(rotating, "POST", "sealing-key/rotate")).toEqual({ resealed: 0 });
    await expect(restart({ SECRET_KEY: "k1" })).rejects.toThrow(/^SECRET_KEY is not the key/);

    const { relational } = (await restart({ SECRET_KEY: "k2" })).platform;
    const unsettable = readSettingKey(KEY_CHECK, { settingImports: [] });
    const unset = () => relational.transaction((tx) => unsetSetting(tx, unsettable, { settingImports: [] }));
    const what =
      "the next start accepts any SECRET_KEY that decrypts the stored settings, and later starts require the same.";
    expect([await unset(), await unset()]).toEqual([
      `${KEY_CHECK} was removed: ${what}`,
      `${KEY_CHECK} is not set: ${what}`,
    ]);
    await restart({ SECRET_KEY: "k3" });
  });
});
