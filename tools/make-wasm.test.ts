import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("the compiled code in the sources is that of the .wat files", () => {
  const tool = fileURLToPath(new URL("make-wasm.mjs", import.meta.url));
  const { stderr, status } = spawnSync(process.execPath, [tool, "--check"], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
