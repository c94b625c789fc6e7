import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Cli } from "../cli.js";
import { readConfig, updateConfig, type SavedConfig } from "../config.js";
import { refreshSaved } from "./credentials.js";

let home: string;
const machine = (): Cli => ({ home }) as Cli;
const save = (config: SavedConfig) => updateConfig(machine(), () => config);
const OLD = { server_url: "https://old.example.com", user_id: "ada", access_token: "A1", refresh_token: "R1" };

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tack-credentials-"));
});
afterEach(() => rmSync(home, { recursive: true }));

const exchange = (meanwhile: () => Promise<unknown>) =>
  refreshSaved(machine(), "A1", async () => {
    await meanwhile();
    return { access_token: "A2", refresh_token: "R2" };
  });

test("the new tokens replace the old ones, and nothing else", async () => {
  await save({ ...OLD, timeout: 5 });
  expect(await exchange(() => updateConfig(machine(), (saved) => ({ ...saved, timeout: 60 })))).toBe("A2");
  expect(readConfig(machine())).toEqual({ ...OLD, timeout: 60, access_token: "A2", refresh_token: "R2" });
});

test.each<readonly [string, SavedConfig]>([
  ["a sign-in", { server_url: "https://new.example.com", user_id: "bob", access_token: "B1", refresh_token: "S1" }],
  ["a sign-out", { server_url: "https://old.example.com" }],
])("%s during the exchange stays", async (_, config) => {
  await save(OLD);
  expect(await exchange(() => save(config))).toBeUndefined();
  expect(readConfig(machine())).toEqual(config);
});

test("commands that start together exchange the token once", async () => {
  await save(OLD);
  let exchanges = 0;
  const count = () => exchange(() => Promise.resolve((exchanges += 1)));
  expect(await Promise.all([count(), count(), count()])).toEqual(["A2", "A2", "A2"]);
  expect(exchanges).toBe(1);
});
