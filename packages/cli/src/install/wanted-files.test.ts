import { renderMcp } from "@tackroom/harness";
import { expect, test } from "vitest";
import { temporaryMachine } from "../scan/testing/temporary-machine.js";
import type { Reply } from "./ask-registry.js";
import { server } from "./testing/replies.js";
import { wantedFiles } from "./wanted-files.js";

const REPLY = {
  config_snippet: renderMcp("opencode", server("tracker"), { scope: "project" }).snippet,
  warnings: [],
} as unknown as Reply;

test.each([
  [{}, "opencode.json"],
  [{ "opencode.jsonc": "{}" }, "opencode.jsonc"],
  [{ "opencode.jsonc": "{}", "opencode.json": "{}" }, "opencode.json"],
])("with %j a server of OpenCode goes into %s", async (files, path) => {
  using machine = temporaryMachine();
  machine.write(files);
  const wanted = await wantedFiles(machine.cli, REPLY, { kind: "mcp", harness: "opencode", scope: "project" });
  expect(wanted.map((file) => file.path)).toEqual([path]);
});
