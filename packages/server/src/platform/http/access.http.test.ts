import { endpoint } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticateByKey } from "../../../test/callers.js";
import { testEndpoint } from "../../../test/endpoint.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";
import type { Mount } from "./index.js";

const reserved = endpoint({ ...testEndpoint, method: "GET", path: "/test/reserved", access: "reviewer" });
const open = endpoint({ ...testEndpoint, method: "GET", path: "/test/open", access: "optional" });
const guarded = endpoint({
  ...testEndpoint,
  method: "POST",
  path: "/test/guarded",
  access: "user",
  body: Type.Object({ name: Type.String() }),
});

function mountTests(mount: Mount): void {
  mount(reserved, async (_input, { caller }) => ({ role: caller.role }));
  mount(open, async (_input, { caller }) => ({ role: caller?.role ?? null }));
  mount(guarded, async ({ body }) => body);
}

describe.each(largestSize)("access ($size)", (on) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ on, extras: { mountMore: mountTests, authenticate: authenticateByKey } });
  });
  afterAll(() => server.close());

  const get = (url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
    server.app.inject({ method: "GET", url, headers });

  test.each([
    ["nobody", undefined, 401],
    ["a user", "user ann", 403],
    ["a reviewer", "reviewer rob", 200],
    ["an admin", "admin ada", 200],
    ["a super admin", "super_admin sue", 200],
    ["someone with a wrong key", "eve", 401],
  ])("answers %s at an endpoint for reviewers", async (_who, key, status) => {
    expect((await get("/api/v1/test/reserved", key ? { "x-api-key": key } : {})).statusCode).toBe(status);
  });

  test("asks who is calling before it looks at what was sent", async () => {
    const send = (headers: Record<string, string>): Promise<LightMyRequestResponse> =>
      server.app.inject({ method: "POST", url: "/api/v1/test/guarded", headers, payload: { name: 1 } });
    expect((await send({})).statusCode).toBe(401);
    expect((await send({ "x-api-key": "user ann" })).statusCode).toBe(422);
  });

  test("takes no credentials for anonymous where they are optional, and refuses bad ones", async () => {
    expect((await get("/api/v1/test/open")).json()).toEqual({ role: null });
    expect((await get("/api/v1/test/open", { "x-api-key": "user ann" })).json()).toEqual({ role: "user" });
    expect((await get("/api/v1/test/open", { "x-api-key": "eve" })).statusCode).toBe(401);
  });

  test("shows in the API description who may call what", async () => {
    const { paths } = (await get("/api/v1/openapi.json")).json();
    const credentials = [{ bearer: [] }, { apiKey: [] }];
    expect(paths["/api/v1/test/reserved"].get.security).toEqual(credentials);
    expect(paths["/api/v1/test/open"].get.security).toEqual([{}, ...credentials]);
    expect(paths["/api/v1/health"].get.security ?? []).toEqual([]);
  });
});
