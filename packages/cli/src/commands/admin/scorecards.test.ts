import { describe, expect, test } from "vitest";
import { fakeServer, type FakeAnswer } from "../../testing/fake-registry.js";
import { testMachine, type TestMachine } from "../../testing/run-tack.js";

const AGENT = "0f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d01";

async function machineWith(
  answers: Readonly<Record<string, FakeAnswer["body"]>>,
): Promise<TestMachine & { readonly asked: string[] }> {
  const asked: string[] = [];
  const server = await fakeServer((method, path) => {
    const call = `${method} ${path.replace("/api/v1", "")}`;
    asked.push(call);
    return call in answers ? { body: answers[call] } : undefined;
  });
  return { ...testMachine(server), asked };
}

describe("weights", () => {
  test("are listed with where they come from", async () => {
    const machine = await machineWith({
      "GET /admin/weights": [
        { dimension: "goal_completion", weight: 0.3, is_custom: true },
        { dimension: "tool_failures", weight: 0.13, is_custom: false },
      ],
    });
    const { stdout } = await machine.run("admin weights");
    expect(stdout).toMatch(/goal_completion +0\.3 +saved\ntool_failures +0\.13 +default\n/);
  });

  test("are set", async () => {
    const machine = await machineWith({ "PUT /admin/weights": { updated: { goal_completion: 0.3 } } });
    const { stdout } = await machine.run("admin weights set goal_completion=0.3 tool_failures=.11");
    expect(stdout).toBe("✓ Set goal_completion=0.3, tool_failures=.11.\n");
  });

  test.each(["goal_completion", "goal_completion=", "goal_completion=-1", "=0.3", "goal_completion=a"])(
    "%s is not one",
    async (change) => {
      const machine = await machineWith({});
      expect(await machine.run(`admin weights set ${change}`)).toMatchObject({ exitCode: 2 });
      expect(machine.asked).toEqual([]);
    },
  );
});

describe("a scorecard", () => {
  const scorecard = {
    agent_id: AGENT,
    days: 30,
    version: null,
    sessions: 4,
    total: 91.26,
    dimensions: [
      { dimension: "goal_completion", weight: 0.28, score: null, evidence_count: 0, reason: "No session was rated." },
      { dimension: "tool_failures", weight: 0.13, score: 0, evidence_count: 12, reason: null },
    ],
    versions: [],
    series: [],
  };

  test("says why there is no score, and that zero is one", async () => {
    const machine = await machineWith({ "GET /agents/reviewer/scorecard": scorecard });
    const { stdout } = await machine.run("agent scorecard reviewer");
    expect(stdout).toMatch(
      /goal_completion +0\.28 +none +0\ntool_failures +0\.13 +0 +12\n\ngoal_completion: No session was rated\.\n/,
    );
    expect(stdout).toMatch(/\nTotal {2}91\.3 \(4 sessions, 30 days\)\n$/);
    expect(await machine.json("agent scorecard reviewer --days 30")).toEqual(scorecard);
  });

  test("without any score has no total", async () => {
    const machine = await machineWith({ "GET /agents/reviewer/scorecard": { ...scorecard, total: null, sessions: 1 } });
    const { stdout } = await machine.run("agent scorecard reviewer");
    expect(stdout).toMatch(/Total {2}none yet \(1 session, 30 days\)/);
  });
});

describe("canaries", () => {
  const canary = {
    id: "1f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d02",
    agent_id: AGENT,
    canary_type: "entity",
    injection_point: "context",
    canary_value: "Zorbinax Ltd",
    expected_behavior: "ignored",
    created_by: null,
    created_at: "2026-05-01T10:00:00.000Z",
  };
  const agent = { "GET /agents/ada/reviewer": { id: AGENT } };

  test("are listed by the name or the ID of the agent", async () => {
    const machine = await machineWith({ ...agent, [`GET /admin/canaries/${AGENT}`]: [canary] });
    for (const name of ["ada/reviewer", AGENT]) {
      expect((await machine.run(`admin canaries list ${name}`)).stdout).toMatch(/entity +context +Zorbinax Ltd/);
    }
    expect(machine.asked.filter((call) => call.startsWith("GET /agents"))).toHaveLength(1);
  });

  test("are created with what to do next", async () => {
    const machine = await machineWith({ ...agent, "POST /admin/canaries": canary });
    const created = await machine.run("admin canaries create ada/reviewer --type entity --point context");
    expect(created.stdout).toMatch(/\nplanted in {2}context\nvalue +Zorbinax Ltd\n/);
    expect(created.stderr).toBe("Plant the value yourself.\n");
    const installed = await machine.run("admin canaries create ada/reviewer --type entity --point prompt");
    expect(installed.stderr).toBe("It is installed with the agent from now on.\n");
    expect(await machine.run("admin canaries create ada/reviewer --type entity")).toMatchObject({ exitCode: 2 });
    expect(await machine.run("admin canaries create a --type odd --point prompt")).toMatchObject({ exitCode: 2 });
  });

  test("are deleted with consent", async () => {
    const machine = await machineWith({ [`DELETE /admin/canaries/${canary.id}`]: "" });
    expect(await machine.run(`admin canaries delete ${canary.id}`)).toMatchObject({ exitCode: 2 });
    expect(machine.asked).toEqual([]);
    expect(await machine.json(`admin canaries delete ${canary.id} --yes`)).toEqual({ deleted: canary.id });
  });

  test("have reports", async () => {
    const report = {
      trace_id: AGENT,
      session_id: "s-1",
      line: 12,
      detected_at: "2026-05-01T10:00:00.000Z",
      canary_id: canary.id,
      canary_type: "entity",
      canary_value: "Zorbinax Ltd",
      injection_point: "context",
      agent_behavior: "parroted",
      penalty_applied: 1,
      evidence: "ask Zorbinax Ltd",
    };
    const machine = await machineWith({ ...agent, [`GET /admin/canaries/${AGENT}/reports`]: [report] });
    expect((await machine.run("admin canaries reports ada/reviewer")).stdout).toMatch(/s-1 +12 +parroted +1 +Zorbinax/);
  });
});
