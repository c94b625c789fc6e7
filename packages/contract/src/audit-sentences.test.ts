import { describe, expect, test } from "vitest";
import * as contract from "./index.js";
import { AUDIT_ACTIONS, READ_ACTIONS, RESOURCE_WORDS } from "./audit-actions.js";
import { actionLabel, auditSentence, sentenceParts } from "./audit-sentences.js";
import { listEndpoints } from "./endpoint.js";

type Told = Parameters<typeof auditSentence>[0];

const event = (action: string, more: Partial<Told> = {}): Told => ({
  action,
  actor_email: "ada@example.com",
  actor_id: "5b9f7d1e-0000-4000-8000-000000000001",
  resource_type: null,
  resource_id: null,
  resource_name: null,
  detail: null,
  outcome: "success",
  source: "api",
  http_path: null,
  ...more,
});
const skill = {
  resource_type: "skill",
  resource_name: "ada/search",
  resource_id: "5b9f7d1e-0000-4000-8000-000000000002",
};
const bob = { resource_type: "user", resource_name: "bob@example.com" };

describe("a record reads as a sentence", () => {
  const cases: [Told, string][] = [
    [
      event("review.approve", { ...skill, detail: '{"version":"1.2.0","digest":"x"}' }),
      "ada@example.com approved version 1.2.0 of skill ada/search",
    ],
    [event("review.approve", skill), "ada@example.com approved skill ada/search"],
    [
      event("user.set_role", { ...bob, detail: '{"role":{"from":"user","to":"admin"}}' }),
      "ada@example.com changed the role of bob@example.com from user to admin",
    ],
    [
      event("setting.set", {
        resource_type: "setting",
        resource_id: "data.retention_days",
        detail: '{"data.retention_days":{"from":"90","to":"30"}}',
      }),
      "ada@example.com changed setting data.retention_days from 90 to 30",
    ],
    [
      event("skill.add_co_author", { ...skill, detail: '{"co_author":{"from":null,"to":"bob@example.com"}}' }),
      "ada@example.com added bob@example.com to the co-authors of skill ada/search",
    ],
    [
      event("team.add_member", {
        resource_type: "team",
        resource_name: "riders",
        detail: '{"member":"bob@example.com","role":{"from":null,"to":"member"}}',
      }),
      "ada@example.com added bob@example.com to team riders",
    ],
    [
      event("feedback.give", { resource_type: "feedback", resource_name: "bob/careful" }),
      "ada@example.com rated bob/careful",
    ],
    [
      event("mcp.host_a_delivery", { resource_type: "mcp", actor_email: null, actor_id: null, outcome: "denied" }),
      "Someone who was not signed in was not allowed to deliver a webhook for an MCP server",
    ],
    [event("auth.login"), "ada@example.com signed in with a password"],
    [
      event("alert.read", { resource_type: "alert", resource_id: skill.resource_id }),
      "ada@example.com viewed an alert",
    ],
    [
      event("mcp.sync_published", {
        actor_email: null,
        actor_id: null,
        source: "system",
        resource_type: "mcp",
        resource_name: "ada/tools",
        detail: '{"version":"2.0.0"}',
      }),
      "The server published version 2.0.0 of MCP server ada/tools from its repository",
    ],
  ];
  test.each(cases)("$action", (told, sentence) => {
    expect(auditSentence(told)).toBe(sentence);
  });

  test.each([
    ["denied", "ada@example.com was not allowed to delete the account bob@example.com"],
    ["not_found", "ada@example.com tried to delete the account bob@example.com, which was not found"],
    ["client_error", "ada@example.com tried to delete the account bob@example.com, but the request was invalid"],
    ["error", "ada@example.com tried to delete the account bob@example.com, but the server failed"],
  ] as const)("with the outcome %s", (outcome, sentence) => {
    expect(auditSentence(event("user.delete", { ...bob, outcome }))).toBe(sentence);
  });

  test("by a caller who is not known", () => {
    const unknown = { actor_email: null, actor_id: null, outcome: "denied" } as const;
    expect(auditSentence(event("auth.login", { ...bob, ...unknown }))).toBe(
      "Someone who was not signed in was not allowed to sign in with a password as bob@example.com",
    );
    expect(auditSentence(event("access.denied", { ...unknown, http_path: "/api/v1/admin/users" }))).toBe(
      "Someone who was not signed in was refused access to /api/v1/admin/users",
    );
  });

  test.each([
    ["robot.polish_all", "ada@example.com performed “robot polish all” on skill ada/search"],
    ["cli.deploy", "ada@example.com reported from the command line: deploy"],
    ["toString", "ada@example.com performed “toString” on skill ada/search"],
  ])("of an action of another release: %s", (action, sentence) => {
    expect(auditSentence(event(action, skill))).toBe(sentence);
  });

  test("with the parts that can be emphasized", () => {
    expect(sentenceParts(event("skill.archive", skill))).toEqual([
      { kind: "actor", text: "ada@example.com" },
      { kind: "text", text: " archived " },
      { kind: "target", text: "skill ada/search" },
    ]);
  });

  test("whatever the detail is", () => {
    for (const detail of ["{", "plain", "[]", '{"role":null}', '{"role":{"from":null,"to":["x"]}}']) {
      expect(auditSentence(event("user.set_role", { ...bob, detail }))).toBe(
        "ada@example.com changed the role of bob@example.com",
      );
    }
  });
});

const ENDPOINTS = listEndpoints(contract).map(({ endpoint }) => endpoint);
const declared = new Set(
  ENDPOINTS.flatMap(({ audited, readsOthers }) =>
    [audited, readsOthers].flatMap((each) => (each ? [each.action] : [])),
  ),
);

test("every action that an endpoint declares has a sentence without gaps", () => {
  expect(declared.size).toBeGreaterThan(150);
  for (const action of declared) {
    expect(AUDIT_ACTIONS.has(action), action).toBe(true);
    for (const outcome of contract.AUDIT_OUTCOMES) {
      const sentence = auditSentence(event(action, { ...skill, outcome }));
      expect(sentence).not.toMatch(/[{}]| {2}| ,| $|^ /);
      expect(sentence.length).toBeGreaterThan("ada@example.com ".length);
    }
    expect(actionLabel(action)).toMatch(/^[A-Z][^{}]+$/);
  }
});

test("every kind of resource that an endpoint declares has words", () => {
  const kinds = ENDPOINTS.flatMap(({ audited }) => (audited && audited.resource ? [audited.resource] : []));
  expect(kinds.filter((kind) => !Object.hasOwn(RESOURCE_WORDS, kind))).toEqual([]);
});

/** GETs that do something, or take data away. */
const NO_READS = /^auth\.|\.export$/;

test("what only shows data is a read, and nothing else is", () => {
  const reading = ENDPOINTS.flatMap(({ method, audited, readsOnly, readsOthers }) => [
    ...(audited && (method === "GET" || readsOnly) ? [audited.action] : []),
    ...(readsOthers ? [readsOthers.action] : []),
  ]).filter((action) => !NO_READS.test(action) && action !== "sso.test");
  expect(READ_ACTIONS.toSorted()).toEqual([...new Set([...reading, "data.read"])].toSorted());
});
