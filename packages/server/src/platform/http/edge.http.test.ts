import { endpoint } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testEndpoint } from "../../../test/endpoint.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import { ServiceError } from "../service-error.js";
import { Answer, type Mount } from "./index.js";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const echo = endpoint({
  ...testEndpoint,
  method: "POST",
  path: "/test/echo",
  body: Type.Object({
    name: Type.String({ minLength: 2 }),
    items: Type.Optional(Type.Array(Type.Object({ id: Type.Integer() }))),
  }),
});
const lenient = endpoint({
  ...testEndpoint,
  method: "POST",
  path: "/test/lenient/:id",
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({ note: Type.Optional(Type.String()) }),
  body: echo.body,
  anyContentType: true,
  bodyMayHoldNul: true,
});
const search = endpoint({
  ...testEndpoint,
  method: "GET",
  path: "/test/search",
  query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }) }),
});
const named = endpoint({
  ...testEndpoint,
  method: "GET",
  path: "/test/items/:id",
  params: Type.Object({ id: Type.String() }),
});
const created = endpoint({ ...testEndpoint, method: "POST", path: "/test/created", status: 201 });
const broken = endpoint({ ...testEndpoint, method: "GET", path: "/test/broken" });
const away = endpoint({ ...testEndpoint, method: "GET", path: "/test/away" });
const taken = endpoint({ ...testEndpoint, method: "GET", path: "/test/taken", errors: ["name_taken"] });
const narrow = endpoint({
  ...testEndpoint,
  method: "GET",
  path: "/test/narrow",
  reply: Type.Object({ shown: Type.String() }),
});

function mountTests(mount: Mount): void {
  mount(echo, async ({ body }) => body);
  mount(lenient, async ({ body }) => body);
  mount(search, async ({ query }) => query);
  mount(named, async ({ params }) => params);
  mount(created, async () => new Answer({ ok: true }, { headers: { location: "/api/v1/test/items/7" } }));
  mount(broken, async () => {
    throw new Error("secret detail of the inside");
  });
  mount(away, async () => {
    throw Object.assign(new Error("connect ECONNREFUSED 10.0.0.7:5432"), { code: "ECONNREFUSED" });
  });
  mount(taken, async () => {
    throw new ServiceError("name_taken", "Choose another name.", { extra: { candidates: ["a", "b"] } });
  });
  mount(narrow, async () => ({ shown: "yes", password_hash: "never" }));
}

describe.each(largestSize)("the HTTP edge ($size)", (on) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      on,
      env: { CORS_ALLOWED_ORIGINS: "https://tack.example.com", TRUSTED_PROXIES: "10.0.0.0/8" },
      extras: { mountMore: mountTests },
    });
  });
  afterAll(() => server.close());

  const post = (payload: string | Buffer, contentType = "application/json"): Promise<LightMyRequestResponse> =>
    server.app.inject({
      method: "POST",
      url: "/api/v1/test/echo",
      headers: { "content-type": contentType },
      payload,
    });
  const get = (url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
    server.app.inject({ method: "GET", url: `/api/v1${url}`, headers });

  const nested = (levels: number): string => `{"name":"deep","x":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;

  describe("answers what it cannot accept with a problem", () => {
    test.each([
      ["malformed JSON", () => post('{"name":'), 400, "malformed_json"],
      ["JSON that would pollute prototypes", () => post('{"__proto__":{"a":1}}'), 400, "malformed_json"],
      ["21 levels of nesting", () => post(nested(21)), 400, "nesting_too_deep"],
      ["a body of 11 MB", () => post(`{"name":"${"x".repeat(11 * 1024 * 1024)}"}`), 413, "payload_too_large"],
      [
        "another content type",
        () => post("name=x", "application/x-www-form-urlencoded"),
        415,
        "unsupported_media_type",
      ],
      ["plain text", () => post("hello", "text/plain"), 415, "unsupported_media_type"],
      ["a body without a content type", () => post("{}", ""), 415, "unsupported_media_type"],
      ["no body where one is needed", () => post(""), 422, "validation_failed"],
      ["an unknown path", () => get("/test/nothing"), 404, "not_found"],
      ["a path that is not percent-encoding", () => get("/test/items/%ZZ"), 400, "malformed_request"],
      ["a segment of 2,000 characters", () => get(`/test/items/${"x".repeat(2000)}`), 414, "uri_too_long"],
      ["a refusal of a use case", () => get("/test/taken"), 409, "name_taken"],
      ["a store that is away", () => get("/test/away"), 503, "unavailable"],
      ["a bug", () => get("/test/broken"), 500, "internal_error"],
    ])("%s", async (_what, send, status, code) => {
      const answer = await send();
      expect(answer.statusCode).toBe(status);
      expect(answer.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
      expect(answer.json()).toEqual(
        expect.objectContaining({
          type: `urn:tackroom:problem:${code}`,
          title: expect.any(String),
          status,
          detail: expect.stringMatching(/\S/),
          code,
          request_id: answer.headers["x-request-id"],
        }),
      );
      expect(answer.body).not.toMatch(/node_modules|\.ts:\d|secret detail|10\.0\.0\.7/);
    });

    test("a wrong method, with the right ones in Allow", async () => {
      const answer = await server.app.inject({ method: "PUT", url: "/api/v1/test/echo" });
      expect([answer.statusCode, answer.json().code, answer.headers["allow"]]).toEqual([
        405,
        "method_not_allowed",
        "POST",
      ]);
    });

    test("a wrong method with a body of the wrong kind all the same", async () => {
      const answer = await server.app.inject({
        method: "DELETE",
        url: "/api/v1/health",
        headers: { "content-type": "text/csv" },
        payload: "a,b",
      });
      expect([answer.statusCode, answer.headers["allow"]]).toEqual([405, "GET, HEAD"]);
    });

    test("with the members that the code adds, and when to try again", async () => {
      expect((await get("/test/taken")).json()).toMatchObject({
        candidates: ["a", "b"],
        detail: "Choose another name.",
      });
      expect((await get("/test/away")).headers["retry-after"]).toBe("5");
    });
  });

  test("accepts 20 levels of nesting, and brackets inside strings do not count", async () => {
    expect((await post(nested(20))).statusCode).toBe(200);
    expect((await post(JSON.stringify({ name: `"${"[".repeat(500)}\\` }))).statusCode).toBe(200);
  });

  test("says where a body stops being JSON, and what else is wrong with it", async () => {
    expect((await post('{"name":}')).json().detail).toMatch(/not valid JSON: Unexpected token '?}/);
    expect((await post('{"__proto__":{"a":1}}')).json().detail).toMatch(/a member named __proto__/);
  });

  test("answers any OPTIONS request as a preflight, without a word of plain text", async () => {
    const answer = await server.app.inject({ method: "OPTIONS", url: "/api/v1/health" });
    expect([answer.statusCode, answer.body]).toEqual([204, ""]);
  });

  test("lists every mistake of a body, with its path", async () => {
    const answer = await post(JSON.stringify({ name: "x", items: [{ id: 1 }, { id: "2" }, {}] }));
    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors).toEqual([
      { path: "body.name", message: "must NOT have fewer than 2 characters" },
      { path: "body.items[1].id", message: "must be integer" },
      { path: "body.items[2].id", message: "is required" },
    ]);
  });

  test("does not collect millions of mistakes from a huge body", async () => {
    const items = Array.from({ length: 200_000 }, () => 0);
    const answer = await post(JSON.stringify({ name: "xx", items }));
    expect(answer.json().errors).toHaveLength(1);
  });

  test("takes bodies as they are, converts what comes in the query, and fills in defaults", async () => {
    expect((await post('{"name":"xx","items":[{"id":"1"}]}')).statusCode).toBe(422);
    expect((await get("/test/search?limit=7")).json()).toEqual({ limit: 7 });
    expect((await get("/test/search")).json()).toEqual({ limit: 50 });
    expect((await get("/test/search?limit=500")).json().errors).toEqual([
      { path: "query.limit", message: "must be <= 200" },
    ]);
  });

  test.each(["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "nonsense"])(
    "reads JSON that says it is %j only where an endpoint says so",
    async (type) => {
      const headers = { "content-type": type };
      const ask = (path: string, payload: string): Promise<LightMyRequestResponse> =>
        server.app.inject({ method: "POST", url: `/api/v1/test/${path}`, headers, payload });
      expect((await ask("lenient/7", '{"name":"ann"}')).json()).toEqual({ name: "ann" });
      expect((await ask("lenient/7", "name=ann")).json()).toMatchObject({ status: 400, code: "malformed_json" });
      expect((await ask("echo", '{"name":"ann"}')).json()).toMatchObject({ status: 415 });
    },
  );

  test("takes U+0000 in a body only where an endpoint says so, and never in a path or a query", async () => {
    const ask = (path: string): Promise<LightMyRequestResponse> =>
      server.app.inject({ method: "POST", url: `/api/v1/test/${path}`, payload: { name: "a\u0000b" } });
    expect((await ask("lenient/7")).json()).toEqual({ name: "a\u0000b" });
    const refused = (path: string): object => ({ status: 422, errors: [expect.objectContaining({ path })] });
    expect((await ask("echo")).json()).toMatchObject(refused("body.name"));
    expect((await ask("lenient/a%00b")).json()).toMatchObject(refused("path.id"));
    expect((await ask("lenient/7?note=%00")).json()).toMatchObject(refused("query.note"));
  });

  test("echoes a request id that is a UUID and makes a new one otherwise", async () => {
    const given = "0d2f6c1e-5b3a-4c8e-9f10-2a7b6c5d4e3f";
    expect((await get("/healthz", { "x-request-id": given })).headers["x-request-id"]).toBe(given);
    expect((await get("/healthz", { "x-request-id": "mine" })).headers["x-request-id"]).toMatch(UUID);
    expect((await get("/healthz")).headers["x-request-id"]).toMatch(UUID);
  });

  test("answers with the endpoint's own status and headers, and drops what the reply does not declare", async () => {
    const answer = await server.app.inject({ method: "POST", url: "/api/v1/test/created" });
    expect([answer.statusCode, answer.headers["location"]]).toEqual([201, "/api/v1/test/items/7"]);
    expect((await get("/test/narrow")).json()).toEqual({ shown: "yes" });
  });

  test("sends security headers on answers of every kind", async () => {
    for (const url of ["/healthz", "/test/nothing"]) {
      expect((await get(url)).headers).toMatchObject({
        "content-security-policy": expect.stringContaining("default-src 'self'"),
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
      });
    }
    expect((await get("/healthz")).headers).not.toHaveProperty("strict-transport-security");
  });

  test("lets the front end and the configured origins in, and no other", async () => {
    const preflight = (origin: string): Promise<LightMyRequestResponse> =>
      server.app.inject({
        method: "OPTIONS",
        url: "/api/v1/test/echo",
        headers: { origin, "access-control-request-method": "POST" },
      });
    const ours = await preflight("https://tack.example.com");
    expect([ours.statusCode, ours.headers["access-control-allow-origin"]]).toEqual([204, "https://tack.example.com"]);
    const frontEnd = await preflight("http://localhost:8000");
    expect(frontEnd.headers["access-control-allow-origin"]).toBe("http://localhost:8000");
    expect((await preflight("https://evil.example")).headers).not.toHaveProperty("access-control-allow-origin");
  });

  test("believes X-Forwarded-For from a trusted proxy only, and takes the right-most address it does not trust", async () => {
    const ipSeen = async (remoteAddress: string, forwarded: string): Promise<unknown> => {
      await server.app.inject({
        method: "GET",
        url: "/api/v1/healthz",
        remoteAddress,
        headers: { "x-forwarded-for": forwarded },
      });
      return server.lines.findLast(({ path }) => path === "/api/v1/healthz")?.["ip"];
    };
    expect(await ipSeen("10.1.2.3", "1.2.3.4, 203.0.113.9, 10.9.9.9")).toBe("203.0.113.9");
    expect(await ipSeen("::ffff:10.1.2.3", "203.0.113.9")).toBe("203.0.113.9");
    expect(await ipSeen("198.51.100.1", "1.2.3.4")).toBe("198.51.100.1");
    expect(await ipSeen("10.1.2.3", "203.0.113.9:4011")).toBe("203.0.113.9");
    expect(await ipSeen("10.1.2.3", "203.0.113.9, garbage")).toBe("10.1.2.3");
  });

  test("logs one line per request, with its id and without its query", async () => {
    const { headers } = await get("/test/search?limit=3&code=one-time-secret");
    const own = server.lines.filter(({ request_id: id }) => id === headers["x-request-id"]);
    expect(own).toEqual([
      expect.objectContaining({ method: "GET", path: "/api/v1/test/search", status: 422, level: "info" }),
    ]);
    expect(JSON.stringify(server.lines)).not.toContain("one-time-secret");
  });

  test("logs a bug once, with its stack and the request's id", async () => {
    const { headers } = await get("/test/broken");
    const errors = server.lines.filter(
      ({ request_id: id, level }) => id === headers["x-request-id"] && level === "error",
    );
    expect(errors).toEqual([
      expect.objectContaining({ err: expect.objectContaining({ message: "secret detail of the inside" }) }),
    ]);
  });
});
