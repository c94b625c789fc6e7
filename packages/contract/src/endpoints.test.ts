import { describe, expect, test } from "vitest";
import * as contract from "./index.js";
import type { EndpointShape, Limited } from "./index.js";

const ENDPOINTS = contract
  .listEndpoints(contract)
  .map(({ endpoint }) => ({ line: `${endpoint.method} ${endpoint.path}`, endpoint }));

describe("rate limits are those of the contract (§2.2)", () => {
  const STRICT = ["POST /auth/login", "POST /auth/register", "POST /auth/request-reset", "POST /auth/reset-password"];
  /** Those that try a secret of the account that they name. */
  const SLOWED_DOWN = ["POST /auth/login", "POST /auth/token", "POST /auth/reset-password"];
  const STRICT_OF_THEIR_OWN = ["POST /auth/device/authorize", "POST /auth/exchange"];
  const FREE = ["GET /auth/whoami", "POST /auth/logout", "GET /auth/.well-known/jwks.json"];

  function expectedLimit(line: string): Limited | undefined {
    const slowed = SLOWED_DOWN.includes(line) ? { slowsDownBy: "email" } : {};
    if ([...STRICT, "PUT /auth/profile/password"].includes(line)) return { rate: "strict", shared: true, ...slowed };
    if (line === "POST /auth/token") return { rate: "strict_with_password", shared: true, ...slowed };
    if (line === "POST /auth/token/refresh") return { rate: "general", counts: "failures" };
    if (line === "POST /oauth/token") return { rate: "general", counts: "failures" };
    if (STRICT_OF_THEIR_OWN.includes(line)) return { rate: "strict" };
    if (line.startsWith("POST /webhooks/")) return { rate: "webhook" };
    const isGeneral =
      /^\w+ (\/auth|\/sso\/saml|\/oauth)\//.test(line) || ["POST /keys", "POST /alerts/:id/test"].includes(line);
    return isGeneral && !FREE.includes(line) ? { rate: "general" } : undefined;
  }

  test.each(ENDPOINTS)("$line", ({ line, endpoint }) => {
    const { byUseCase: _byUseCase, ...limited } = endpoint.limited ?? {};
    expect(endpoint.limited && limited).toEqual(expectedLimit(line));
  });
});

describe("the audit log gets what the contract says (§9.4)", () => {
  const isStaff = ({ access }: EndpointShape): boolean => ["reviewer", "admin", "super_admin"].includes(access);

  test.each(ENDPOINTS.filter(({ endpoint }) => endpoint.path.startsWith("/admin")))(
    "every call of $line",
    ({ endpoint }) => {
      expect(endpoint.audited).toMatchObject({ calls: "all" });
    },
  );

  test.each(ENDPOINTS.filter(({ endpoint }) => isStaff(endpoint) && endpoint.method !== "GET"))(
    "every call of $line, for $endpoint.access",
    ({ endpoint }) => {
      expect(endpoint.audited).toMatchObject({ calls: "all" });
    },
  );

  /** Writes that leave no record, with the reason. The list may only become shorter. */
  const UNRECORDED_WRITES: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      contract.ITEM_TYPES.map((type) => [
        `POST /${type}/:id/install`,
        "leaves an event of its own, which metrics count",
      ]),
    ),
    "POST /audit/cli-event": "is a record itself",
    "POST /import/plan": "changes nothing",
    "POST /telemetry/events": "adds to one's own telemetry, which is no act of a person",
    "POST /telemetry/hooks": "adds to one's own telemetry, which is no act of a person",
    "POST /auth/device/authorize": "shows a code that does nothing until it is confirmed, which is recorded",
  };

  test("every other write by anyone, but for a few that have a reason", () => {
    const unrecorded = ENDPOINTS.filter(({ endpoint }) => endpoint.method !== "GET" && !endpoint.readsOnly)
      .filter(({ endpoint }) => !endpoint.audited)
      .map(({ line }) => line);
    expect(unrecorded.toSorted()).toEqual(Object.keys(UNRECORDED_WRITES).toSorted());
  });

  /** Whether an admin's calls are recorded whatever they read. */
  const isRecordedForAdmins = ({ audited }: EndpointShape): boolean =>
    audited !== false && ["all", "by_reviewers"].includes(audited.calls);

  test.each(ENDPOINTS.filter(({ endpoint }) => !isRecordedForAdmins(endpoint)))(
    "$line says whether it may show an admin the data of others",
    ({ endpoint }) => {
      expect(endpoint.readsOthers).toBeDefined();
    },
  );

  test("under names that are told apart", () => {
    const actions = ENDPOINTS.flatMap(({ endpoint }) => (endpoint.audited ? [endpoint.audited.action] : []));
    for (const action of actions) expect(action).toMatch(/^[a-z_]+\.[a-z_]+$/);
    expect(new Set(actions).size).toBe(actions.length);
  });
});

test("every path is said once for each method, aliases included", () => {
  const all = ENDPOINTS.flatMap(({ endpoint }) =>
    [contract.fullPath(endpoint), ...(endpoint.aliases ?? [])].map((path) => `${endpoint.method} ${path}`),
  );
  expect(all.toSorted()).toEqual([...new Set(all)].toSorted());
});
