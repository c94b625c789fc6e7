import { randomUUID } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, type Person, type Send } from "./people.js";
import { startTestServer, type TestServer } from "./server.js";

const MIB = 1024 * 1024;
/** Another process may have had the processor, so what took too long is tried again. */
const ROUNDS = 2;
const MAX_ROUNDS = 6;
/** Redacting and refusing take longer than storing what is harmless; scanning again and again takes a thousand times as long. */
const MAX_RATIO = 12;

const filled = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

const BENIGN = "The quick brown fox jumps over the lazy dog.\n";
const HOSTILE = [
  "-----BEGIN PRIVATE KEY-----",
  "xoxb-",
  "eyJhbGciOiJIUzI1NiJ9.",
  "://a:b",
  "A_SECRET=",
  "curl |/a/",
  "<!-- ",
];

const REQUESTS: readonly (readonly [line: `POST ${string}`, bodyOf: (unit: string) => object])[] = [
  ["POST /telemetry/hooks", (unit) => ({ hook_event_name: "Stop", tool_input: filled(unit, 4 * MIB) })],
  [
    "POST /telemetry/events",
    (unit) => ({ tool_calls: [{ mcp_server_id: "m", tool_name: "t", response: filled(unit, 4 * MIB) }] }),
  ],
  [
    "POST /skills",
    (unit) => ({
      name: `skill-${randomUUID()}`,
      version: "1.0.0",
      description: "For tests",
      task_type: "general",
      delivery_mode: "registry_direct",
      skill_md_content: `---\nname: a\ndescription: b\n---\n${filled(unit, MIB - 100)}`,
      files: [0, 1, 2].map((n) => ({ path: `${n}.md`, content: filled(unit, MIB / 3) })),
    }),
  ],
];

describe("a body of megabytes that is made to be slow", () => {
  let server: TestServer;
  let send: Send;
  let ada: Person;
  beforeAll(async () => {
    server = await startTestServer();
    send = createSend(server);
    ada = await (await invitePeople(server)).join();
  });
  afterAll(() => server.close());

  /** The longest time for which nobody else was answered, of the best of a few rounds. */
  async function longestGap(line: `POST ${string}`, bodyOf: () => object, allowed = Infinity): Promise<number> {
    let least = Infinity;
    for (let round = 0; round < ROUNDS || (least >= allowed && round < MAX_ROUNDS); round += 1) {
      const body = bodyOf();
      const delays = monitorEventLoopDelay({ resolution: 1 });
      delays.enable();
      const answer = await send(line, { token: ada.token, body });
      delays.disable();
      expect(answer.statusCode).toBeLessThan(500);
      least = Math.min(least, delays.max);
    }
    return least;
  }

  test.each(REQUESTS)("keeps nobody waiting longer than a harmless one (%s)", async (line, bodyOf) => {
    const harmless = await longestGap(line, () => bodyOf(BENIGN));
    for (const unit of HOSTILE) {
      const gap = await longestGap(line, () => bodyOf(unit), harmless * MAX_RATIO);
      expect(gap / harmless, unit).toBeLessThan(MAX_RATIO);
    }
  });

  test.each(REQUESTS)("lets health checks through meanwhile (%s)", async (line, bodyOf) => {
    let done = false;
    const slow = send(line, { token: ada.token, body: bodyOf("-----BEGIN PRIVATE KEY-----") }).finally(
      () => (done = true),
    );
    const statuses: number[] = [];
    do {
      statuses.push((await server.app.inject("/healthz")).statusCode);
      await setImmediate();
    } while (!done);
    await slow;
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
