import { ROLES, type EndpointShape } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS, harmlessUrl, isLikeAnotherKind, urlsOf } from "../test/endpoints.js";
import { gatherCallers, type MatrixCaller, type Standing } from "../test/matrix-callers.js";
import { startTestServer, type TestServer } from "../test/server.js";
import { largestSize } from "../test/sizes.js";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

/** Every address of every endpoint with every method that it answers there. */
const ROUTES = ENDPOINTS.flatMap(({ name, endpoint }) =>
  urlsOf(endpoint).flatMap((url) => methodsOf(endpoint).map((method) => ({ name, endpoint, url, method }))),
);

function methodsOf({ method }: EndpointShape): Method[] {
  return method === "GET" ? ["GET", "HEAD"] : [method];
}

/** All that a guard looks at, and how the answer is told. */
const guardOf = ({ method, endpoint }: { readonly method: Method; readonly endpoint: EndpointShape }): string =>
  JSON.stringify([
    method,
    endpoint.access,
    endpoint.takesHooksTokens,
    endpoint.takesMcpTokens,
    endpoint.duringPasswordChange,
    endpoint.envelope,
    endpoint.limited,
    endpoint.jsonOnly,
    endpoint.takesUpload,
    endpoint.takesForm,
    endpoint.takesBytes,
    endpoint.localAccountsOnly,
  ]);

/** Fewer would mean that some caller or trick has been lost. */
const MIN_CALLERS = 98;

/**
 * All that a guard looks at is declared, so of routes that declare the same one is tried with all callers, and the others
 * with these, who between them meet every answer that a guard can give.
 */
const REPRESENTATIVES = [
  "anonymous",
  "unknown API key",
  ...ROLES,
  "user's hooks token",
  "user's MCP client",
  "deactivated admin's API key",
  "admin who must change the password",
];

/** What is about signing in is tried by everyone: credentials are its subject. */
const isLikeAnother = (route: (typeof ROUTES)[number]): boolean =>
  route.endpoint.module !== "auth" && ROUTES.find((other) => guardOf(other) === guardOf(route)) !== route;

/** Of a kind whose declarations are another's: that it is mounted behind its guard is all that is left to see. */
const WITNESSES = ["anonymous", "user"];

type Verdict = "passes" | readonly [401 | 403, string];

/** What the endpoint's own declaration says of such a caller. */
function expectedOf(endpoint: EndpointShape, standing: Standing): Verdict {
  const { access } = endpoint;
  if (access === "anyone") return "passes";
  if (standing.is === "nobody") return access === "optional" ? "passes" : [401, "unauthenticated"];
  if (standing.is === "refused") return [401, "unauthenticated"];
  if (standing.is === "deactivated") return [403, "account_deactivated"];
  if (standing.credential === "hooks" && !endpoint.takesHooksTokens) return [403, "forbidden"];
  if (standing.credential === "mcp" && !endpoint.takesMcpTokens) return [403, "forbidden"];
  const mustChange = standing.mustChangePassword && standing.credential === "access";
  if (mustChange && !endpoint.duringPasswordChange) return [403, "password_change_required"];
  if (access === "optional") return "passes";
  return ROLES.indexOf(standing.role) >= ROLES.indexOf(access) ? "passes" : [403, "forbidden"];
}

describe.each(largestSize)("who may call what ($size)", (on) => {
  let server: TestServer;
  let callers: MatrixCaller[];
  beforeAll(async () => {
    server = await startTestServer({ on });
    callers = await gatherCallers(server);
  });
  afterAll(() => server.close());

  /**
   * A body that cannot be read is refused right behind the guard and changes nothing, so `malformed_json` proves that a caller
   * was let in, and that nobody's body was read before.
   */
  const knock = (
    method: Method,
    url: string,
    { headers }: Pick<MatrixCaller, "headers">,
  ): Promise<LightMyRequestResponse> =>
    server.app.inject({
      method,
      url: harmlessUrl(url),
      headers: { host: "localhost:8000", ...headers, ...(reads(method) ? {} : { "content-type": bodyTypeOf(url) }) },
      ...(reads(method) ? {} : { payload: "{" }),
    });

  test("is asked by callers with different names, and by all that there should be", () => {
    expect(new Set(callers.map(({ name }) => name)).size).toBe(callers.length);
    expect(callers.length).toBeGreaterThanOrEqual(MIN_CALLERS);
  });

  const callersOf = (route: (typeof ROUTES)[number]): MatrixCaller[] => {
    if (!isLikeAnother(route)) return callers;
    const few = isLikeAnotherKind(route.name) ? WITNESSES : REPRESENTATIVES;
    return callers.filter(({ name }) => few.includes(name));
  };

  test.each(ROUTES)("$method $url ($name, for $endpoint.access)", async (route) => {
    const { endpoint, url, method } = route;
    const ask = async (caller: MatrixCaller): Promise<[string, unknown]> => [
      caller.name,
      verdictOf(route, await knock(method, url, caller)),
    ];
    const askers = callersOf(route);
    const found = await Promise.all(askers.map(ask));
    expect(found).toEqual(
      askers.map(({ name, standing }) => [name, seenThrough(route, expectedOf(endpoint, standing))]),
    );
    const few = isLikeAnotherKind(route.name) ? WITNESSES : REPRESENTATIVES;
    expect(found.length).toBeGreaterThanOrEqual(isLikeAnother(route) ? few.length : MIN_CALLERS);
  });

  test("is tried by few only where they meet all that everyone would", () => {
    const few = ROUTES.filter((route) => isLikeAnother(route) && !isLikeAnotherKind(route.name));
    for (const route of few) {
      const metBy = (some: readonly MatrixCaller[]): Set<string> =>
        new Set(some.map(({ standing }) => String(expectedOf(route.endpoint, standing))));
      expect([route.name, metBy(callersOf(route))]).toEqual([route.name, metBy(callers)]);
    }
    expect(ROUTES.filter((route) => !isLikeAnother(route)).length).toBeGreaterThan(40);
  });

  test(`was tried for ${ROUTES.length} routes, and the server is well`, async () => {
    expect((await server.app.inject({ url: "/health" })).json()).toMatchObject({ status: "ok" });
    expect(server.lines.filter(({ level }) => Number(level) >= 50 || level === "error")).toEqual([]);
  });

  test("is the same after all of that: nobody who was refused has lost anything", async () => {
    const insiders = callers.filter(
      ({ standing }) => standing.is === "known" && !["hooks", "mcp"].includes(standing.credential),
    );
    for (const caller of insiders) {
      expect([caller.name, (await knock("GET", "/api/v1/auth/whoami", caller)).statusCode]).toEqual([caller.name, 200]);
    }
  });

  test("is said for every route of the API that is mounted, aliases included", () => {
    const mounted = mountedPaths(server).filter((path) => !isPage(path));
    // The router leaves wildcards out of its list; they are among those that are looked for one by one.
    const printed = [...CONTRACT_SHAPES].filter((path) => !path.endsWith("*"));
    expect(mounted.map(shapeOf).toSorted()).toEqual(printed.toSorted());
    for (const { url, method } of ROUTES) {
      expect([method, url, server.app.hasRoute({ url, method })]).toEqual([method, url, true]);
    }
  });

  test("is 405 for every method that the contract does not name, whoever asks; pages can only be read", async () => {
    const known = new Set(ROUTES.map(({ method, url }) => `${method} ${shapeOf(url)}`));
    const others = mountedPaths(server)
      .filter((url) => !url.endsWith("*"))
      .flatMap((url) => METHODS.map((method) => ({ method, url })))
      .filter(({ method, url }) => !known.has(`${method} ${shapeOf(url)}`) && !(isPage(url) && reads(method)));
    const askers = callers.filter(({ name }) => ["anonymous", "super_admin"].includes(name));
    for (const { method, url } of others) {
      for (const caller of askers) {
        expect([method, url, (await knock(method, url, caller)).statusCode]).toEqual([method, url, 405]);
      }
    }
    expect(others.length).toBeGreaterThan(ENDPOINTS.length);
  });
});

/** Without the names of its parameters: the router has several for one place, as in `/versions/:v|:a`. */
const shapeOf = (url: string): string => url.replace(/:\w+(\|:\w+)*/g, ":");

const CONTRACT_SHAPES = new Set(ENDPOINTS.flatMap(({ endpoint }) => urlsOf(endpoint).map(shapeOf)));

/** The web app and the readable documentation: files for everyone, outside the API. */
const isPage = (path: string): boolean => !path.startsWith("/api/") && !CONTRACT_SHAPES.has(shapeOf(path));

/** Read as a form, a body that is no JSON lacks every field. */
const FORMS = new Set(
  ENDPOINTS.filter(({ endpoint }) => endpoint.takesForm).flatMap(({ endpoint }) => urlsOf(endpoint)),
);
const bodyTypeOf = (url: string): string => (FORMS.has(url) ? "application/x-www-form-urlencoded" : "application/json");

const reads = (method: Method): boolean => method === "GET" || method === "HEAD";

type Route = Pick<(typeof ROUTES)[number], "method" | "endpoint">;

/** A HEAD has no body to say its code in, ARD has no words for some codes, and MCP registries have none at all. */
const tellsCodes = ({ method, endpoint }: Route): boolean =>
  method !== "HEAD" && endpoint.envelope !== "ard" && endpoint.envelope !== "mcp_registry";

function verdictOf(route: Route, answer: LightMyRequestResponse): unknown {
  const { statusCode } = answer;
  // What is read-only is so for everyone, whoever they are.
  const isReadOnly = statusCode === 403 && tellsCodes(route) && answer.json<{ code: string }>().code === "read_only";
  const isRefused = statusCode === 401 || (statusCode === 403 && !isReadOnly);
  if (!tellsCodes(route)) return isRefused ? statusCode : letIn(route, statusCode);
  const code = statusCode >= 400 ? answer.json<{ code: string }>().code : undefined;
  return isRefused ? [statusCode, code] : letIn(route, code ?? statusCode);
}

/**
 * Behind the guard a GET finds something or nothing, or lacks a query; a body that is no JSON is refused as that. ARD says
 * 400 of both.
 */
function letIn({ method, endpoint: { takesForm, takesBytes } }: Route, seen: number | string): unknown {
  const outcomes = reads(method)
    ? [200, 302, 400, 404, 422, "not_found", "unknown_setting", "validation_failed", "sso_not_configured"]
    : [
        400,
        "malformed_json",
        ...(takesForm ? ["validation_failed"] : []),
        // Before it is read it has to be signed, with the secret of a webhook; so many at once are too many for one address.
        ...(takesBytes ? ["not_found", "rate_limited", "malformed_request", "read_only"] : []),
      ];
  return outcomes.includes(seen) ? "passes" : seen;
}

const seenThrough = (route: Route, verdict: Verdict): unknown =>
  !tellsCodes(route) && verdict !== "passes" ? verdict[0] : verdict;

/** Read off the router's own tree, so that a route that was mounted past the contract shows. */
function mountedPaths({ app }: TestServer): string[] {
  const branch: string[] = [];
  const paths = app
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent, segment = "", methods] = /^([│ ]*)[├└]── (\S*)( \(.*\))?/.exec(line) ?? [];
      if (indent === undefined) return [];
      branch.splice(indent.length / 4, Infinity, segment);
      return methods === undefined ? [] : [branch.join("")];
    });
  return [...new Set(paths)].toSorted();
}
