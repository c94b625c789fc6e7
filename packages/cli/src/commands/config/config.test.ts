import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { testMachine } from "../../testing/run-tack.js";

test("config list shows each value with its source, and no secret", async () => {
  const machine = testMachine("http://from-environment.test");
  mkdirSync(join(machine.home, ".tackroom"));
  const path = join(machine.home, ".tackroom", "config.json");
  const saved = { server_url: "http://saved.test", access_token: "s3cret", timeout: 12, username: "ada" };
  writeFileSync(path, JSON.stringify(saved));
  const list = async (env: Record<string, string>, words = ""): Promise<unknown> => {
    const { items } = (await machine.json(`config list ${words}`, { env })) as { items: { name: string }[] };
    expect(JSON.stringify(items)).not.toContain("s3cret");
    return Object.fromEntries(items.map(({ name, ...rest }) => [name, Object.values(rest)]));
  };
  expect(await list({})).toMatchObject({
    server_url: ["http://from-environment.test", "environment TACK_SERVER_URL"],
    timeout: [12, path],
    credentials: [null, "not signed in"],
    username: ["ada", path],
  });
  expect(
    await list({ TACK_SERVER_URL: "", TACK_TIMEOUT: "3", HTTPS_PROXY: "http://u:s3cret@proxy.test" }),
  ).toMatchObject({
    server_url: ["http://saved.test", path],
    timeout: [3, "environment TACK_TIMEOUT"],
    credentials: ["**REDACTED**", path],
    HTTPS_PROXY: ["http://**REDACTED**@proxy.test", "environment HTTPS_PROXY"],
  });
  expect(await list({ TACK_API_KEY: "s3cret" }, "--server http://typed.test")).toMatchObject({
    server_url: ["http://typed.test", "option --server"],
    credentials: ["**REDACTED**", "environment TACK_API_KEY"],
  });
});
