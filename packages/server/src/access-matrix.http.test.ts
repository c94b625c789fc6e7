import { ROLES, type EndpointShape } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS, harmlessUrl, urlsOf } from "../test/endpoints.js";
import { gatherCallers, type MatrixCaller, type Standing } from "../test/matrix-callers.js";
import { startTestServer, type TestServer } from "../test/server.js";
import { serverSizes } from "../test/sizes.js";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

/** Every address of every endpoint with every method that it answers there. */
const ROUTES = ENDPOINTS.flatMap(({ name, endpoint }) =>
  urlsOf(endpoint).flatMap((url) => methodsOf(endpoint).map((method) => ({ name, endpoint, url, method }))),
);

function methodsOf({ method }: EndpointShape): Method[] {
  return method === "GET" ? ["GET", "HEAD"] : [method];
}

/** Fewer would mean that some caller or trick has been lost. */
const FEWEST_CALLERS = 91;

type Verdict = "passes" | readonly [401 | 403, string];

/** What the endpoint's own declaration says of such a caller. */
function expectedOf(endpoint: EndpointShape, standing: Standing): Verdict {
  const { access } = endpoint;
  if (access === "anyone") return "passes";
  if (standing.is === "nobody") return access === "optional" ? "passes" : [401, "unauthenticated"];
  if (standing.is === "refused") return [401, "unauthenticated"];
  if (standing.is === "deactivated") return [403, "account_deactivated"];
  if (standing.credential === "hooks" && !endpoint.takesHooksTokens) return [403, "forbidden"];
  const mustChange = standing.mustChangePassword && standing.credential === "access";
  if (mustChange && !endpoint.duringPasswordChange) return [403, "password_change_required"];
  if (access === "optional") return "passes";
  return ROLES.indexOf(standing.role) >= ROLES.indexOf(access) ? "passes" : [403, "forbidden"];
}

describe.each(serverSizes)("who may call what ($size)", (on) => {
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
      headers: { host: "localhost:8000", ...headers, ...(reads(method) ? {} : { "content-type": "application/json" }) },
      ...(reads(method) ? {} : { payload: "{" }),
    });

  test("is asked by callers with different names, and by all that there should be", () => {
    expect(new Set(callers.map(({ name }) => name)).size).toBe(callers.length);
    expect(callers.length).toBeGreaterThanOrEqual(FEWEST_CALLERS);
  });

  test.each(ROUTES)("$method $url ($name, for $endpoint.access)", async ({ endpoint, url, method }) => {
    const ask = async (caller: MatrixCaller): Promise<[string, unknown]> => [
      caller.name,
      verdictOf(method, await knock(method, url, caller)),
    ];
    const found = await Promise.all(callers.map(ask));
    const expected = callers.map(({ name, standing }) => [name, seenThrough(method, expectedOf(endpoint, standing))]);
    expect(found).toEqual(expected);
    expect(found.length).toBeGreaterThanOrEqual(FEWEST_CALLERS);
  });

  test(`was tried for ${ROUTES.length} routes with at least ${FEWEST_CALLERS} callers each, and the server is well`, async () => {
    expect(ROUTES.length * callers.length).toBeGreaterThan(ENDPOINTS.length * FEWEST_CALLERS);
    expect((await server.app.inject({ url: "/health" })).json()).toMatchObject({ status: "ok" });
    expect(server.lines.filter(({ level }) => Number(level) >= 50 || level === "error")).toEqual([]);
  });

  test("is the same after all of that: nobody who was refused has lost anything", async () => {
    const insiders = callers.filter(({ standing }) => standing.is === "known" && standing.credential !== "hooks");
    for (const caller of insiders) {
      expect([caller.name, (await knock("GET", "/api/v1/auth/whoami", caller)).statusCode]).toEqual([caller.name, 200]);
    }
  });

  test("is said for every route of the API that is mounted, aliases included", () => {
    const mounted = mountedPaths(server).filter((path) => !isPage(path));
    expect(mounted).toEqual([...CONTRACT_URLS].toSorted());
    for (const { url, method } of ROUTES) {
      expect([method, url, server.app.hasRoute({ url, method })]).toEqual([method, url, true]);
    }
  });

  test("is 405 for every method that the contract does not name, whoever asks; pages can only be read", async () => {
    const known = new Set(ROUTES.map(({ method, url }) => `${method} ${url}`));
    const others = mountedPaths(server)
      .filter((url) => !url.endsWith("*"))
      .flatMap((url) => METHODS.map((method) => ({ method, url })))
      .filter(({ method, url }) => !known.has(`${method} ${url}`) && !(isPage(url) && reads(method)));
    const askers = callers.filter(({ name }) => ["anonymous", "super_admin"].includes(name));
    for (const { method, url } of others) {
      for (const caller of askers) {
        expect([method, url, (await knock(method, url, caller)).statusCode]).toEqual([method, url, 405]);
      }
    }
    expect(others.length).toBeGreaterThan(ENDPOINTS.length);
  });
});

const CONTRACT_URLS = new Set(ENDPOINTS.flatMap(({ endpoint }) => urlsOf(endpoint)));

/** The web app and the readable documentation: files for everyone, outside the API. */
const isPage = (path: string): boolean => !path.startsWith("/api/") && !CONTRACT_URLS.has(path);

const reads = (method: Method): boolean => method === "GET" || method === "HEAD";

function verdictOf(method: Method, answer: LightMyRequestResponse): unknown {
  const { statusCode } = answer;
  if (method === "HEAD") return statusCode === 401 || statusCode === 403 ? statusCode : letIn(method, statusCode);
  const code = statusCode >= 400 ? answer.json<{ code: string }>().code : undefined;
  return statusCode === 401 || statusCode === 403 ? [statusCode, code] : letIn(method, code ?? statusCode);
}

/** Behind the guard a GET finds something or nothing, and a body that is no JSON is refused as that. */
function letIn(method: Method, seen: number | string): unknown {
  const outcomes = reads(method) ? [200, 404, "not_found", "unknown_setting"] : ["malformed_json"];
  return outcomes.includes(seen) ? "passes" : seen;
}

/** A HEAD has no body to say its code in. */
const seenThrough = (method: Method, verdict: Verdict): unknown =>
  method === "HEAD" && verdict !== "passes" ? verdict[0] : verdict;

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
