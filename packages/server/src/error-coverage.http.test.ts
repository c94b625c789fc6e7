import { ERRORS, type EndpointShape, type ErrorCode } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS, harmlessUrl, urlsOf } from "../test/endpoints.js";
import { ADMIN_SCENARIOS } from "../test/error-scenarios/admin.js";
import { AUTH_SCENARIOS } from "../test/error-scenarios/auth.js";
import { setStage, type Scenario, type Stage } from "../test/error-scenarios/scenario.js";
import { startTestServer, type TestServer } from "../test/server.js";
import { largestSize } from "../test/sizes.js";

const SCENARIOS: Readonly<Record<string, Scenario>> = { ...AUTH_SCENARIOS, ...ADMIN_SCENARIOS };

/** Declared, and produced by no test; with the reason. The list may only become shorter. */
const UNPRODUCED: Readonly<Record<string, string>> = {
  "getJwks unavailable": "keys are read when the server starts, and without them it does not",
};

const DECLARED = ENDPOINTS.flatMap(({ name, endpoint }) =>
  endpoint.errors.map((code: ErrorCode) => ({ pair: `${name} ${code}`, endpoint, code })),
);

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

const call = ({ app }: TestServer, endpoint: EndpointShape, headers: Record<string, string>): ReturnType<Scenario> =>
  app.inject({ method: endpoint.method, url: harmlessUrl(urlsOf(endpoint)[0] ?? ""), headers });

describe.each(largestSize)(`each of ${DECLARED.length} declared errors ($size)`, (on) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage(await startTestServer({ on }));
  });
  afterAll(() => stage.server.close());

  test.each(DECLARED.filter(({ pair }) => !(pair in UNPRODUCED)))("$pair happens", async (declared) => {
    const scenario = scenarioOf(declared);
    if (!scenario) throw new Error(`Nothing provokes ${declared.pair}: add a scenario under test/error-scenarios.`);
    const answer = await scenario(stage);
    expect(answer.json()).toMatchObject({ code: declared.code, status: ERRORS[declared.code].status });
    expect(answer.statusCode).toBe(ERRORS[declared.code].status);
  });

  test("and no scenario or exception is for one that is not declared", () => {
    const pairs = new Set(DECLARED.map(({ pair }) => pair));
    expect([...Object.keys(SCENARIOS), ...Object.keys(UNPRODUCED)].filter((pair) => !pairs.has(pair))).toEqual([]);
    expect(Object.keys(UNPRODUCED).filter((pair) => pair in SCENARIOS)).toEqual([]);
  });
});
