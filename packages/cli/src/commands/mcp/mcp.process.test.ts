import { beforeAll, describe, expect, test } from "vitest";
import { runServer } from "../../testing/run-server.js";
import { testMachine, type TestMachine } from "../../testing/run-tack.js";

const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

interface Answer {
  readonly id: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

describe("tack mcp serve", () => {
  let machine: TestMachine;
  let stranger: TestMachine;
  beforeAll(async () => {
    const { address } = await runServer();
    machine = testMachine(address);
    stranger = testMachine(address);
    await machine.run("login --email root@example.com --password Correct-Horse-7");
  });

  /** By id: answers come as they are ready. */
  const say = async (on: TestMachine, messages: readonly object[]): Promise<Answer[]> => {
    const stdin = messages.map((message) => JSON.stringify({ jsonrpc: "2.0", ...message })).join("\n");
    const { stdout, exitCode } = await on.run("mcp serve", { stdin: `${stdin}\n` });
    expect(exitCode).toBe(0);
    const answers = stdout.trim() === "" ? [] : stdout.trim().split("\n");
    return answers.map((line) => JSON.parse(line) as Answer).toSorted((a, b) => a.id - b.id);
  };

  test("serves a client that begins with initialize", async () => {
    const clientInfo = { name: "test", version: "1" };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    const answers = await say(machine, [
      { id: 1, method: "initialize", params },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/list" },
      { id: 3, method: "tools/call", params: { name: "search", arguments: {} } },
    ]);
    expect(answers).toMatchObject([
      { id: 1, result: { protocolVersion: "2025-11-25", serverInfo: { name: "tackroom" } } },
      { id: 2, result: { tools: [{ name: "search" }, {}, {}, {}, {}] } },
      { id: 3, result: { content: [{ type: "text" }] } },
    ]);
  });

  test("serves a client of the latest revision, and hands its refusals on", async () => {
    const params = { _meta: ENVELOPE };
    const answers = await say(machine, [
      { id: 1, method: "server/discover", params },
      { id: 2, method: "nothing/known", params },
      { id: 3, method: "subscriptions/listen", params },
      { id: 4, method: "tools/call", params: { ...params, name: "my_sessions", arguments: {} } },
    ]);
    expect(answers).toMatchObject([
      { id: 1, result: { resultType: "complete" } },
      { id: 2, error: { code: -32601 } },
      { id: 3, error: { code: -32601 } },
      { id: 4, result: { content: [{ type: "text" }] } },
    ]);
  });

  test("says what to do when nobody is signed in, and what is no message", async () => {
    const [refused] = await say(stranger, [{ id: 1, method: "tools/list" }]);
    expect(refused?.error).toMatchObject({ code: -32603, message: expect.stringContaining("tack login") });
    const { stdout } = await machine.run("mcp serve", { stdin: "hello\n" });
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: -32700 } });
  });
});
