import type { McpServer } from "../neutral.js";
import { expect, test } from "vitest";
import { serverWarnings } from "./server-warnings.js";

const server = (env: McpServer["env"], headers: McpServer["headers"] = []): McpServer => ({
  name: "tickets",
  transport: "stdio",
  command: ["npx"],
  env,
  headers,
  autoApprove: [],
});

test("what has no value is named once, for all servers of an agent, unless it is optional", () => {
  const token = { name: "TOKEN" };
  const servers = [
    server([token, { name: "ZONE", isOptional: true }, { name: "URL", value: "https://x" }]),
    server([token, { name: "KEY" }], [{ name: "Authorization" }]),
  ];
  expect(serverWarnings(servers)).toEqual([
    "Set these variables before you start the server: TOKEN, KEY.",
    "Set values for these headers: Authorization.",
  ]);
  expect(serverWarnings([server([{ name: "URL", value: "https://x" }])])).toEqual([]);
});
