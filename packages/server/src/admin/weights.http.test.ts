import { DEFAULT_WEIGHTS, type AuditEvent, type DimensionWeight } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

describe.each(largestSize)("weights of dimensions ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
  });
  afterAll(() => server.close());

  const read = async (): Promise<DimensionWeight[]> =>
    (await send("GET /admin/weights", { token: people.admin.token })).json();
  const put = (body: unknown): Promise<LightMyRequestResponse> =>
    send("PUT /admin/weights", { token: people.admin.token, body });
  const total = (weights: readonly DimensionWeight[]): number => weights.reduce((sum, { weight }) => sum + weight, 0);

  test("are the defaults of the contract, in its order", async () => {
    expect(await read()).toEqual(
      Object.entries(DEFAULT_WEIGHTS).map(([dimension, weight]) => ({ dimension, weight, is_custom: false })),
    );
  });

  test.each([
    ["an unknown dimension", { charm: 0.1 }, "body.charm"],
    ["a negative weight", { goal_completion: -0.1, tool_efficiency: 0.56 }, "body.goal_completion"],
    ["text", { goal_completion: "NaN" }, "body.goal_completion"],
    ["nothing", {}, "body"],
    ["no weight at all", { goal_completion: null }, "body"],
    ["another total", { goal_completion: 0.5 }, "body"],
  ])("refuse %s", async (_what, body, path) => {
    const before = await read();
    const answer = await put(body);
    expect([answer.statusCode, answer.json().code]).toEqual([422, "validation_failed"]);
    expect(answer.json().errors[0].path).toBe(path);
    expect(await read()).toEqual(before);
  });

  test("say what the total would be", async () => {
    expect((await put({ goal_completion: 0.5 })).json().errors[0].message).toMatch(/add up to 1\.22 instead of 1/);
  });

  test("change together, and leave a record of both values", async () => {
    const answer = await put({ goal_completion: 0.3, tool_efficiency: 0.16 });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { updated: { goal_completion: 0.3, tool_efficiency: 0.16 } },
    ]);
    const weights = await read();
    expect(weights.slice(0, 3)).toEqual([
      { dimension: "goal_completion", weight: 0.3, is_custom: true },
      { dimension: "tool_efficiency", weight: 0.16, is_custom: true },
      { dimension: "tool_failures", weight: 0.13, is_custom: false },
    ]);
    const log = await send("GET /admin/audit-log?action=weights.set&outcome=success", { token: people.admin.token });
    const [record] = log.json<AuditEvent[]>();
    expect(JSON.parse(record?.detail ?? "")).toEqual({
      goal_completion: { from: 0.28, to: 0.3 },
      tool_efficiency: { from: 0.18, to: 0.16 },
    });
    expect((await put({ goal_completion: 0.28, tool_efficiency: 0.18 })).statusCode).toBe(200);
  });

  test("stay 1 in total when two admins move them at once", async () => {
    const moves = [
      { goal_completion: 0.2, tool_efficiency: 0.26 },
      { goal_completion: 0.1, tool_failures: 0.31 },
      { tool_efficiency: 0.08, factual_grounding: 0.28 },
    ];
    const answers = await Promise.all([...moves, ...moves].map(put));
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200);
    expect(total(await read())).toBeCloseTo(1, 3);
  });

  test("are for admins only", async () => {
    const { token } = await people.join("reviewer");
    expect(verdict(await send("GET /admin/weights", { token }))).toEqual([403, "forbidden"]);
    expect(verdict(await send("PUT /admin/weights", { token, body: { tool_failures: 0.13 } }))).toEqual([
      403,
      "forbidden",
    ]);
  });
});
