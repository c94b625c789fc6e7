import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { smallestSize } from "../../../test/sizes.js";
import { createReportStore, type ToolCallRow } from "./report-store.js";

const MIGRATION = new URL("../../../migrations/analytical/0007-tool-call-minute.sql", import.meta.url);

describe.each(smallestSize)("calls by the minute ($size)", (on) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ on });
  });
  afterAll(() => server.close());

  const [ada, bob] = [randomUUID(), randomUUID()];
  const call = (received_at: string, status: string, latency_ms: number, more: Partial<ToolCallRow> = {}) => ({
    received_at: `2026-03-01T${received_at}Z`,
    event_id: randomUUID(),
    mcp_server_id: "github",
    user_id: ada,
    harness: "claude-code",
    session_id: "",
    tool_name: "search",
    status,
    user_action: "",
    latency_ms,
    input_params: "",
    response: "",
    ...more,
  });

  const minutes = () =>
    server.platform.analytical
      .query(`SELECT toString(minute) AS minute, mcp_server_id, toString(user_id) AS user_id, session_id,
      sum(calls) AS calls, sum(failures) AS failures, arraySort(groupArrayArray(latencies)) AS latencies
      FROM tool_call_minute GROUP BY ALL ORDER BY ALL`);

  test("that the migration makes of older reports are those that the store would have written", async () => {
    await createReportStore(server.platform.analytical).appendToolCalls([
      call("10:00:00.000", "success", 5),
      call("10:00:59.999", "error", 7.5),
      call("10:00:30.000", "ok", 6, { session_id: "s" }),
      call("10:01:00.000", "timeout", 1, { user_id: bob }),
      call("10:01:00.000", "success", 0, { mcp_server_id: "postgres" }),
    ]);
    const written = await minutes();
    expect(written).toHaveLength(4);
    const statements = readFileSync(MIGRATION, "utf8")
      .replaceAll(/^--.*$/gmu, "")
      .split(";");
    // Twice: one that was cut off runs again.
    for (const statement of [...statements, ...statements]) {
      if (statement.trim() !== "") await server.platform.analytical.command(statement);
    }
    expect(await minutes()).toEqual(written);
  });
});
