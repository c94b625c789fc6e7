import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runServer } from "../../testing/run-server.js";
import { testMachine, type TestMachine } from "../../testing/run-tack.js";

describe("an export of one's own telemetry", () => {
  let user: TestMachine;
  const said = (text: string) => JSON.stringify({ type: "user", message: { role: "user", content: text } });

  beforeAll(async () => {
    const { address } = await runServer();
    user = testMachine(address);
    await user.run("login --email rosa@example.com --password Correct-Horse-7");
    const stdin = JSON.stringify({ session_id: "count", harness: "claude-code", lines: [said("Grüße"), said("one")] });
    await user.json("api POST /api/v1/ingest/session", { stdin });
    const event = JSON.stringify({ session_id: "count", hook_event_name: "Stop" });
    await user.json("api POST /api/v1/telemetry/hooks", { stdin: event });
    mkdirSync(user.cwd, { recursive: true });
  });

  test("is a file with every line as it was sent, for its owner only", async () => {
    const file = join(user.cwd, "mine.jsonl");
    expect(await user.json("telemetry export mine.jsonl")).toEqual({
      file,
      sessions: 1,
      lines: 2,
      events: 1,
      ratings: 0,
    });
    const records = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(records.map((record) => JSON.parse(record))).toMatchObject([
      { type: "session", session_id: "count" },
      { type: "line", line: 0, raw: said("Grüße") },
      { type: "line", line: 1, raw: said("one") },
      { type: "hook_event", session_id: "count", event: "Stop" },
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("replaces no file unless it is told to", async () => {
    const file = join(user.cwd, "tackroom-telemetry.jsonl");
    writeFileSync(file, "notes");
    const refused = await user.run("telemetry export");
    expect([refused.exitCode, refused.stderr]).toEqual([7, expect.stringContaining("already exists")]);
    expect(readFileSync(file, "utf8")).toBe("notes");
    expect((await user.run("telemetry export --force")).stdout).toContain(
      "Exported 1 sessions, 2 lines, 1 events and 0 ratings",
    );
    expect(readFileSync(file, "utf8")).toMatch(/^\{"type":"session"/u);
  });

  test("leaves nothing behind when it fails", async () => {
    expect((await user.run("telemetry export nowhere/mine.jsonl")).exitCode).toBe(7);
    expect((await user.run("telemetry export failed.jsonl --server http://127.0.0.1:9")).exitCode).toBe(9);
    expect(existsSync(join(user.cwd, "failed.jsonl"))).toBe(false);
    expect(readdirSync(user.cwd).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("a session can be opened whatever its ID is", async () => {
    expect(await user.json("api GET /api/v1/sessions/count")).toMatchObject({ session_id: "count", line_count: 2 });
  });
});
