import { ERRORS, ITEM_TYPES, type EndpointShape, type ErrorCode } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS, harmlessUrl, urlsOf } from "../test/endpoints.js";
import { ADMIN_SCENARIOS } from "../test/error-scenarios/admin.js";
import { ALERTS_SCENARIOS } from "../test/error-scenarios/alerts.js";
import { ARD_SOURCE_SCENARIOS } from "../test/error-scenarios/ard-sources.js";
import { AUTH_SCENARIOS } from "../test/error-scenarios/auth.js";
import { BUDGET_SCENARIOS } from "../test/error-scenarios/budgets.js";
import { DISCOVERY_SCENARIOS } from "../test/error-scenarios/discovery.js";
import { FEED_SCENARIOS } from "../test/error-scenarios/feeds.js";
import { FEEDBACK_SCENARIOS } from "../test/error-scenarios/feedback.js";
import { POLICY_SCENARIOS } from "../test/error-scenarios/policy.js";
import { GIT_SYNC_SCENARIOS } from "../test/error-scenarios/git-sync.js";
import { GRAPHQL_SCENARIOS } from "../test/error-scenarios/graphql.js";
import { MCP_SCENARIOS } from "../test/error-scenarios/mcp.js";
import { REGISTRY_SCENARIOS } from "../test/error-scenarios/registry.js";
import { MARKETPLACE_SCENARIOS } from "../test/error-scenarios/marketplace.js";
import { REVIEW_SCENARIOS } from "../test/error-scenarios/review.js";
import { setStage, type Scenario, type Stage } from "../test/error-scenarios/scenario.js";
import { openSsoWorld } from "../test/error-scenarios/sso-world.js";
import { SCORECARD_SCENARIOS } from "../test/error-scenarios/scorecards.js";
import { SSO_SCENARIOS } from "../test/error-scenarios/sso.js";
import { TEAMS_SCENARIOS } from "../test/error-scenarios/teams.js";
import { TELEMETRY_SCENARIOS } from "../test/error-scenarios/telemetry.js";
import { startTestServer, type TestServer } from "../test/server.js";
import { largestSize } from "../test/sizes.js";

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...AUTH_SCENARIOS,
  ...SSO_SCENARIOS,
  ...ADMIN_SCENARIOS,
  ...ARD_SOURCE_SCENARIOS,
  ...TEAMS_SCENARIOS,
  ...REGISTRY_SCENARIOS,
  ...REVIEW_SCENARIOS,
  ...DISCOVERY_SCENARIOS,
  ...FEEDBACK_SCENARIOS,
  ...FEED_SCENARIOS,
  ...POLICY_SCENARIOS,
  ...MARKETPLACE_SCENARIOS,
  ...TELEMETRY_SCENARIOS,
  ...GRAPHQL_SCENARIOS,
  ...GIT_SYNC_SCENARIOS,
  ...SCORECARD_SCENARIOS,
  ...ALERTS_SCENARIOS,
  ...BUDGET_SCENARIOS,
  ...MCP_SCENARIOS,
};

/** Declared, and produced by no test; with the reason. The list may only become shorter. */
const UNPRODUCED: Readonly<Record<string, string>> = {
  "getJwks unavailable": "keys of tokens are read when the server starts, the others fail only with the whole store",
};

const DECLARED = ENDPOINTS.flatMap(({ name, endpoint }) =>
  endpoint.errors.map((code: ErrorCode) => ({ pair: `${name} ${code}`, endpoint, code })),
);

/** What all kinds of items share is provoked in one of them, each time in another; what only some have, in each of those. */
function isTried({ pair }: { readonly pair: string }): boolean {
  const [type = "", shared] = pair.split(/\.(.*)/);
  const alike = DECLARED.filter((other) => other.pair.endsWith(`.${shared}`));
  if (shared === undefined || alike.length < ITEM_TYPES.length) return true;
  const turn = SHARED_PAIRS.indexOf(shared) % ITEM_TYPES.length;
  return ITEM_TYPES[turn] === type;
}

const SHARED_PAIRS = [...new Set(DECLARED.flatMap(({ pair }) => pair.split(/\.(.*)/)[1] ?? []))];

/** What the guard refuses needs no scenario of its own: calling without the credentials does it. */
function scenarioOf({ pair, endpoint, code }: (typeof DECLARED)[number]): Scenario | undefined {
  if (SCENARIOS[pair]) return SCENARIOS[pair];
  if (endpoint.access === "anyone" || endpoint.access === "optional") return undefined;
  if (code === "unauthenticated") return ({ server }) => call(server, endpoint, {});
  const isStaffOnly = code === "forbidden" && endpoint.access !== "user";
  return isStaffOnly
    ? ({ server, user }) => call(server, endpoint, { authorization: `Bearer ${user.token}` })
    : undefined;
}

/** ARD has words of its own, which are ours in capitals but for one; the status says the rest. */
function envelopeOf({ endpoint, code }: (typeof DECLARED)[number]): object {
  if (endpoint.envelope === "mcp_registry") return { error: expect.stringMatching(/./) as string };
  if (endpoint.envelope !== "ard") return { code, status: ERRORS[code].status };
  if (code === "validation_failed") {
    return { errorCode: "INVALID_ARGUMENT", message: expect.stringMatching(/^\S+: ./) as string };
  }
  return { errorCode: code.toUpperCase(), message: expect.stringMatching(/\.$/) as string };
}

const call = ({ app }: TestServer, endpoint: EndpointShape, headers: Record<string, string>): ReturnType<Scenario> =>
  app.inject({ method: endpoint.method, url: harmlessUrl(urlsOf(endpoint)[0] ?? ""), headers });

describe.each(largestSize)(`each of ${DECLARED.length} declared errors ($size)`, (on) => {
  let stage: Stage;
  beforeAll(async () => {
    const server = await startTestServer({ on, env: { BOOTSTRAP_TOKEN: "horse-battery-staple" } });
    stage = await setStage(server, await openSsoWorld());
  });
  afterAll(async () => {
    await stage.server.close();
    await stage.sso.close();
  });

  test.each(DECLARED.filter(isTried).filter(({ pair }) => !(pair in UNPRODUCED)))("$pair happens", async (declared) => {
    const scenario = scenarioOf(declared);
    if (!scenario) throw new Error(`Nothing provokes ${declared.pair}: add a scenario under test/error-scenarios.`);
    const answer = await scenario(stage);
    expect(answer.json()).toMatchObject(envelopeOf(declared));
    const saysBadRequest = ["ard", "mcp_registry"].includes(declared.endpoint.envelope ?? "");
    const status = saysBadRequest && declared.code === "validation_failed" ? 400 : ERRORS[declared.code].status;
    expect(answer.statusCode).toBe(status);
  });

  test("is tried in one kind of items at least, and in every kind some are", () => {
    const tried = DECLARED.filter(isTried).map(({ pair }) => pair);
    for (const shared of SHARED_PAIRS)
      expect(
        tried.some((pair) => pair.endsWith(`.${shared}`)),
        shared,
      ).toBe(true);
    for (const type of ITEM_TYPES)
      expect(tried.filter((pair) => pair.startsWith(`${type}.`)).length).toBeGreaterThan(9);
    expect(DECLARED.every((declared) => scenarioOf(declared) || declared.pair in UNPRODUCED)).toBe(true);
  });

  test("and no scenario or exception is for one that is not declared", () => {
    const pairs = new Set(DECLARED.map(({ pair }) => pair));
    expect([...Object.keys(SCENARIOS), ...Object.keys(UNPRODUCED)].filter((pair) => !pairs.has(pair))).toEqual([]);
    expect(Object.keys(UNPRODUCED).filter((pair) => pair in SCENARIOS)).toEqual([]);
  });
});
