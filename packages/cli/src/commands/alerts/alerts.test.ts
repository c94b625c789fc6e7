import { describe, expect, test } from "vitest";
import { fakeServer, type FakeAnswer } from "../../testing/fake-registry.js";
import { testMachine, type TestMachine } from "../../testing/run-tack.js";
import { METRICS, readCondition, readThreshold } from "./alert-options.js";
import { ALERT_METRICS } from "@tackroom/contract";

const RULE = {
  id: "0f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d01",
  name: "Search fails",
  metric: "error_rate",
  threshold: 0.2,
  condition: "above",
  target_type: "mcp",
  target_id: "1f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d02",
  target_name: "acme/search",
  webhook_url: "https://hooks.example/x",
  notify_recovery: false,
  webhook_secret_last4: "ab12",
  window_minutes: 5,
  cooldown_minutes: 15,
  status: "active",
  state: "firing",
  last_value: 0.345,
  last_evaluated_at: "2026-05-01T10:00:00.000Z",
  last_triggered: "2026-05-01T09:58:00.000Z",
  created_by: null,
  created_at: "2026-04-01T10:00:00.000Z",
};
const OTHER = { ...RULE, id: "0f8b9999-6a0e-4f6e-9a55-3c1f2f0c7d03", name: "Spend", status: "paused" };
const FIRING = {
  id: RULE.id,
  alert_rule_id: RULE.id,
  metric_value: 0.5,
  threshold: 0.2,
  condition: "above",
  fired_at: "2026-05-01T09:58:00.000Z",
  recovered_at: null,
  test: false,
  delivery_status: "failed",
  attempts: 3,
  response_code: 502,
  error: "The webhook responded with HTTP 502.",
  recovery_delivery_status: null,
  recovery_error: null,
  created_at: "2026-05-01T09:58:00.000Z",
};

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

test("the metrics are those of the contract", () => {
  expect(METRICS).toEqual(ALERT_METRICS);
});

describe("a threshold", () => {
  test.each([
    ["error_rate", "20%", 0.2],
    ["error_rate", "0.2", 0.2],
    ["error_rate", "7%", 0.07],
    ["error_rate", "1", 1],
    ["latency_p99", "1500", 1500],
    ["token_usage", "2e6", 2_000_000],
    ["cost_usd", ".5", 0.5],
    ["cost_usd", "-1", -1],
  ] as const)("of %s, %s is %d", (metric, text, value) => {
    expect(readThreshold(metric, "--above", text)).toBe(value);
  });

  test.each([
    ["error_rate", "20", "--above 20%"],
    ["cost_usd", "20%", "without %"],
    ["cost_usd", "much", "such as --above 100"],
    ["cost_usd", "", "such as --above 100"],
    ["cost_usd", "1 2", "such as --above 100"],
  ] as const)("of %s is not %j", (metric, text, remedy) => {
    expect(() => readThreshold(metric, "--above", text)).toThrow(
      expect.objectContaining({ category: "usage", details: { remediation: expect.stringContaining(remedy) } }),
    );
  });
});

test("a condition has only what was given", () => {
  expect(readCondition("cost_usd", {})).toEqual({});
  expect(readCondition("cost_usd", { below: "3", window: "60", cooldown: "0" })).toEqual({
    condition: "below",
    threshold: 3,
    window_minutes: 60,
    cooldown_minutes: 0,
  });
});

describe("an alert", () => {
  const all = { "GET /alerts": [RULE, OTHER], [`GET /alerts/${RULE.id}`]: RULE };

  test.each([
    ["its ID", RULE.id, [`GET /alerts/${RULE.id}`]],
    ["the start of its ID", "0F8B2", ["GET /alerts"]],
    ["its name", "Search fails", ["GET /alerts"]],
  ])("is found by %s", async (_, typed, asked) => {
    const machine = await machineWith(all);
    const { exitCode, stdout } = await machine.run("alerts show", { more: [typed] });
    expect([exitCode, stdout.split("\n")[0]]).toEqual([0, `id              ${RULE.id}`]);
    expect(machine.asked).toEqual(asked);
  });

  test("that several could be is none of them", async () => {
    const machine = await machineWith(all);
    const { exitCode, stderr } = await machine.run("alerts delete 0f8b --yes");
    expect([exitCode, stderr]).toEqual([6, expect.stringContaining(`${RULE.id}, ${OTHER.id}`)]);
    expect(machine.asked).toEqual(["GET /alerts"]);
  });

  test("that is not there is said to be", async () => {
    const machine = await machineWith(all);
    const { exitCode, stderr } = await machine.run("alerts test nothing");
    expect([exitCode, stderr]).toEqual([5, expect.stringContaining("tack alerts list")]);
  });

  test("is shown in words", async () => {
    const machine = await machineWith(all);
    const { stdout } = await machine.run("alerts show", { more: ["Search fails"] });
    expect(stdout).toBe(
      [
        `id              ${RULE.id}`,
        "name            Search fails",
        "metric          error_rate",
        "condition       above 20%",
        "target          mcp acme/search",
        "window          5 min",
        "cooldown        15 min",
        "state           firing",
        "last value      34.5%",
        "last evaluated  2026-05-01T10:00:00.000Z",
        "last fired      2026-05-01T09:58:00.000Z",
        "webhook         https://hooks.example/x",
        "secret          ends with ab12",
        "",
      ].join("\n"),
    );
    expect(await machine.json("alerts show Spend")).toEqual(OTHER);
  });

  test("is listed with its state", async () => {
    const machine = await machineWith(all);
    const { stdout } = await machine.run("alerts list");
    expect(stdout).toMatch(/Spend.*above 20%.*paused/);
    expect(await machine.json("alerts list")).toMatchObject({ items: [RULE, OTHER], total: 2 });
  });

  test("has a history", async () => {
    const machine = await machineWith({ ...all, [`GET /alerts/${RULE.id}/history`]: [FIRING] });
    const { stdout } = await machine.run("alerts history 0f8b2");
    expect(stdout).toMatch(/50% +not yet +failed, 3 atte.*The webhook/);
  });

  test("whose test fails is an error with the firing as its result", async () => {
    const machine = await machineWith({ ...all, [`POST /alerts/${RULE.id}/test`]: FIRING });
    const { exitCode, stderr, stdout } = await machine.run("alerts test 0f8b2 -o json");
    expect([exitCode, stdout]).toEqual([9, ""]);
    expect(JSON.parse(stderr)).toMatchObject({
      error: { message: "The test was not delivered: The webhook responded with HTTP 502.", result: FIRING },
    });
  });

  test("is not changed without a change, nor deleted without consent", async () => {
    const machine = await machineWith(all);
    expect(await machine.run("alerts update 0f8b2")).toMatchObject({ exitCode: 2 });
    expect(await machine.run("alerts update 0f8b2 --pause --resume")).toMatchObject({ exitCode: 2 });
    expect(await machine.run("alerts delete 0f8b2")).toMatchObject({ exitCode: 2 });
    expect(machine.asked.filter((call) => !call.startsWith("GET"))).toEqual([]);
  });
});

describe("create", () => {
  const reply = { ...RULE, webhook_secret: "s".repeat(64) };

  test("shows the secret, and says that it is the only time", async () => {
    const machine = await machineWith({ "GET /mcps/acme/search": { id: RULE.target_id }, "POST /alerts": reply });
    const words = "alerts create --metric error_rate --above 20% --mcp acme/search --name";
    const { stdout, stderr } = await machine.run(words, { more: ["Search fails"] });
    expect(stdout).toContain(`secret          ${reply.webhook_secret}\n`);
    expect(stderr).toContain("not shown again");
    expect(stderr).not.toContain("not in the registry");
  });

  test("takes a name that only clients know", async () => {
    const machine = await machineWith({ "POST /alerts": reply });
    const { stderr, exitCode } = await machine.run(
      "alerts create --name x --metric error_rate --above 20% --mcp search",
    );
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining("search is not in the registry")]);
  });

  test.each([
    ["alerts create --name x --metric error_rate", "Pass --above <number> or --below <number>."],
    ["alerts create --name x --metric error_rate --above 20", "--above 20%"],
    ["alerts create --name x --metric speed --above 20", "tack alerts create --help"],
    ["alerts create --name x --metric cost_usd --above 1 --below 2", "tack alerts create --help"],
    ["alerts create --name x --metric cost_usd --above 1 --agent a --mcp b", "tack alerts create --help"],
    ["alerts create --metric cost_usd --above 1", "tack alerts create --help"],
  ])("%s is refused before anything is sent", async (words, remedy) => {
    const machine = await machineWith({});
    const { exitCode, stderr } = await machine.run(words);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(remedy)]);
    expect(machine.asked).toEqual([]);
  });
});

describe("preview", () => {
  const preview = (count: number): object => ({
    from: "2026-04-01T10:00:00.000Z",
    to: "2026-05-01T10:00:00.000Z",
    count,
    firings: count === 0 ? [] : [{ fired_at: "2026-05-01T09:58:00.000Z", metric_value: 0.5 }],
    series: [],
  });

  test.each([
    [0, "Would not have fired in the last 30 days.\n"],
    [1, /^Would have fired once in the last 30 days\. The latest:\nFIRED +VALUE\n2026-05-01T09:58:00\.000Z +50%\n$/],
    [7, /^Would have fired 7 times in the last 30 days\./],
  ])("that fired %d times", async (count, expected) => {
    const machine = await machineWith({ "POST /alerts/preview": preview(count) });
    const { stdout } = await machine.run("alerts preview --metric error_rate --above 20%");
    expect(stdout).toMatch(expected);
  });
});
