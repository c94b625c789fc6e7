import { HARNESS_IDS } from "@tackroom/harness";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";

describe("the harness catalogue", () => {
  let server: TestServer;
  let send: Send;
  beforeAll(async () => {
    server = await startTestServer();
    send = createSend(server);
  });
  afterAll(() => server.close());

  test("lists every harness, with what it can take, to whoever asks", async () => {
    const answer = await send("GET /config/harnesses");
    expect(answer.statusCode).toBe(200);
    const { harnesses, default_harness } = answer.json<{ harnesses: { name: string }[]; default_harness: string }>();
    expect(harnesses.map(({ name }) => name)).toEqual([...HARNESS_IDS]);
    expect(harnesses.find(({ name }) => name === "claude-code")).toEqual({
      name: "claude-code",
      display_name: "Claude Code",
      capabilities: expect.arrayContaining(["skills", "hooks", "mcp_servers"]),
      supported_models: expect.any(Array),
    });
    expect(default_harness).toBe("claude-code");
  });
});
