import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { printable, oneLine, printableJson } from "./printable.js";
import { fakeServer } from "./testing/fake-registry.js";
import { testMachine } from "./testing/run-tack.js";

const ESC = "\u001b";
const BEL = "\u0007";
/** Clears the screen, sets the title, hides text, rings the bell, C1 CSI, overwrites the line, changes direction, hides letters. */
const HOSTILE = `${ESC}[2J${ESC}]0;owned${BEL}${ESC}[8mx${ESC}[31m\u009b31m\b\r\u202egnp\u2066\u200b\ufeff\u{e0041}\u2028y`;
const FORBIDDEN =
  // oxlint-disable-next-line no-control-regex -- they are what is meant
  /(?![\n\t])[\u0000-\u001f\u007f-\u009f]|[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]/u;

const ITEM = new Proxy(
  {},
  {
    get: (_, name) => (name === "toJSON" ? () => hostileItem() : undefined),
  },
);

function hostileItem(): Record<string, unknown> {
  const texts =
    "id name namespace slug qualified_name version description owner status rejection_reason digest email username role handle visibility category task_type prefix environment message action actor resource key value detail title summary submitted_by warning identifier displayName type url reason created_at updated_at server_version rendered changelog user_code verification_uri_complete device_code setting command webhook_url secret provider branch last_event last_delivery_at last_sync_error last_version last_synced_at last_synced_sha trigger ref sha error queued_at metric condition target_type target_id target_name state last_value last_triggered last_evaluated_at webhook_secret webhook_secret_last4 fired_at recovered_at delivery_status dimension canary_type injection_point canary_value expected_behavior detected_at session_id agent_behavior evidence";
  return {
    ...Object.fromEntries(texts.split(" ").map((name) => [name, HOSTILE])),
    [HOSTILE]: HOSTILE,
    initialized: true,
    enabled: true,
    last_sync_status: "failed",
    tools: [{ name: HOSTILE, docstring: HOSTILE }],
    environment_variables: [],
    issues: [HOSTILE],
    validation_results: [{ stage: HOSTILE, passed: false, details: HOSTILE, run_at: HOSTILE }],
    total: 1,
    items: [],
    results: [],
    risk_signals: [{ code: HOSTILE, severity: HOSTILE, path: HOSTILE, message: HOSTILE }],
    blocking_components: [{ name: HOSTILE, status: HOSTILE }],
    diff: {
      from: HOSTILE,
      to: HOSTILE,
      fields: [{ path: HOSTILE, before: HOSTILE, after: HOSTILE }],
      texts: [{ path: HOSTILE, unified: HOSTILE }],
    },
    dimensions: [
      { dimension: HOSTILE, weight: 0.1, score: null, evidence_count: 0, reason: HOSTILE },
      { dimension: HOSTILE, weight: HOSTILE, score: HOSTILE, evidence_count: HOSTILE, reason: null },
    ],
    firings: [{ fired_at: HOSTILE, metric_value: HOSTILE }],
    count: 1,
    warnings: [HOSTILE],
    notes: [HOSTILE],
    config_snippet: { files: [{ path: `.claude/skills/${HOSTILE}/SKILL.md`, content: HOSTILE }] },
  };
}

const ALERT_ID = "0f8b2a54-6a0e-4f6e-9a55-3c1f2f0c7d01";

const COMMANDS = [
  "status",
  "whoami",
  "search words",
  "registry mcp list",
  "registry mcp my",
  "registry mcp show x",
  "registry mcp versions x",
  "registry prompt render x",
  "registry skill install x --harness claude-code --yes",
  "registry mcp co-authors x",
  "registry mcp sync enable x",
  "registry mcp sync rotate-secret x",
  "registry mcp sync status x",
  "registry mcp sync history x",
  "registry mcp sync run x --wait",
  "registry mcp sync disable x --yes",
  "registry mcp submit https://git.example/x --category general --yes",
  "agent list",
  "agent show x",
  "agent pull x --harness codex --yes",
  "review list",
  "review show x",
  "review approve x",
  "team list",
  "team show x",
  "keys list",
  "keys create x",
  "feedback list mcp x",
  "budgets list",
  "inbox",
  "admin settings",
  "admin users",
  "admin weights",
  "admin weights set goal_completion=0.3",
  "admin canaries list x",
  "admin canaries create x --type entity --point prompt",
  "admin canaries delete x --yes",
  "admin canaries reports x",
  "agent scorecard x",
  "alerts list",
  `alerts show ${ALERT_ID}`,
  `alerts history ${ALERT_ID}`,
  `alerts update ${ALERT_ID} --pause`,
  `alerts delete ${ALERT_ID} --yes`,
  `alerts test ${ALERT_ID}`,
  "alerts show x",
  "alerts create --name x --metric cost_usd --above 1 --mcp x",
  "alerts preview --metric error_rate --above 20%",
  "admin audit-log list",
  "admin audit-log export",
  "admin audit-log verify",
  "discover show x",
  "discover use x",
  "outdated",
  "verify",
  "uninstall x --yes",
  "doctor",
  "api GET /api/v1/mcps",
  "login --email ada@example.com --password x",
  "login --api-key x",
  "logout",
  "",
];

const ANSWERS = {
  "a thing": { body: ITEM },
  "a list": { headers: { "x-total-count": "3" }, body: [ITEM, ITEM] },
  "a problem": {
    status: 422,
    headers: { "x-request-id": "\u009b31m".replace(/[^ -~]/g, "?") },
    body: { code: HOSTILE, detail: HOSTILE, request_id: HOSTILE, errors: [{ path: HOSTILE, message: HOSTILE }] },
  },
  "another problem": { status: 404, body: { errorCode: HOSTILE, message: `${HOSTILE}\n✓ done` } },
  "what is not JSON": { body: HOSTILE },
} as const;

describe.each(Object.entries(ANSWERS))("a server that answers every request with %s", (_, answer) => {
  test.each(COMMANDS)("tack %s prints no control characters", async (words) => {
    const machine = testMachine(await fakeServer(() => answer));
    for (const flags of ["", "-o json", "--debug"]) {
      for (const terminal of [false, true]) {
        if (terminal && flags !== "") continue;
        const { stdout, stderr } = await machine.run(`${words} ${flags}`, { terminal, env: { NO_COLOR: "1" } });
        expect(FORBIDDEN.exec(stdout)?.[0], JSON.stringify(stdout)).toBeUndefined();
        expect(FORBIDDEN.exec(stderr)?.[0], JSON.stringify(stderr)).toBeUndefined();
      }
    }
  });
});

test("JSON is escaped, and the same when it is read", async () => {
  const machine = testMachine(await fakeServer(() => ({ body: ITEM })));
  const { stdout } = await machine.run("api GET /api/v1/mcps/x -o json");
  expect(stdout).not.toMatch(FORBIDDEN);
  expect(JSON.parse(stdout)).toEqual(hostileItem());
});

test("colours are ours alone: those of a server do not get through", async () => {
  const answer = { status: 404, body: { code: "not_found", detail: `${ESC}[32m✓ approved${ESC}[39m` } };
  const { stderr } = await testMachine(await fakeServer(() => answer)).run("registry mcp show x", { terminal: true });
  expect(stderr).toContain(`${ESC}[31m✗${ESC}[39m ✓ approved\n`);
});

test("a message of a server cannot look like a line of ours", async () => {
  const answer = { status: 409, body: { code: "conflict", detail: "no\n✓ approved" } };
  const { stderr } = await testMachine(await fakeServer(() => answer)).run("registry mcp show x");
  expect(stderr).toBe("✗ no ✓ approved\n");
});

test.each([
  ["plain", "plain"],
  ["two\nlines\tand\r\na tab", "two\nlines\tand\r\na tab"],
  [`${ESC}[31mred${ESC}[0m`, "red"],
  [`${ESC}]8;;https://evil.test${BEL}link${ESC}]8;;${BEL}`, "�]8;;https://evil.test�link�]8;;�"],
  [`${ESC}[2Jshown${BEL}`, "shown�"],
  ["C1 \u009b31mred", "C1 red"],
  ["a\u0000b\u0085c", "a�b�c"],
  ["over\rwritten", "over�written"],
  ["a\u202eb\u2066c", "a�b�c"],
  ["ze\u200bro", "ze�ro"],
  ["👩\u200d💻 ❤\ufe0f می\u200cخواهم", "👩💻 ❤ میخواهم"],
  ["größe 日本語 🎉", "größe 日本語 🎉"],
])("%j is printed as %j", (text, expected) => {
  expect(printable(text)).toBe(expected);
  expect(oneLine(text)).toBe(expected.replaceAll(/[\r\n\t]+/g, " "));
  expect(JSON.parse(printableJson(JSON.stringify(text)))).toBe(text);
});

test("nothing but the functions of cli.ts writes to a terminal", () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
    (path) => /(?<!\.test)\.ts$/.test(path) && !/(^|\/)testing\//.test(path),
  );
  const writers = sources.filter((path) =>
    /\bstd(?:out|err)\.write\(|\bconsole\.[a-z]+\(/.test(readFileSync(join(import.meta.dirname, path), "utf8")),
  );
  // The first two are printed directly; the third runs in a separate process whose output is read.
  expect(writers.toSorted()).toEqual(["cli.ts", "hook-main.ts", "program.ts", "recording/stores/read-sqlite.ts"]);
});
