import { Readable } from "node:stream";
import { endpoint } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { Type } from "typebox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testEndpoint } from "../../../test/endpoint.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { ServiceError } from "../service-error.js";
import { Answer, type Mount } from "./index.js";

const thing = endpoint({
  ...testEndpoint,
  method: "GET",
  path: "/test/things/:name",
  params: Type.Object({ name: Type.String() }),
});
const cached = endpoint({ ...testEndpoint, method: "GET", path: "/test/cached" });
const tagged = endpoint({ ...testEndpoint, method: "GET", path: "/test/tagged" });
const streamed = endpoint({ ...testEndpoint, method: "GET", path: "/test/streamed" });
const texts = endpoint({
  ...testEndpoint,
  method: "GET",
  path: "/test/text",
  produces: ["text/plain"],
  reply: Type.String(),
});
const taken = endpoint({ ...testEndpoint, method: "GET", path: "/test/taken", errors: ["conflict"] });
const made = endpoint({ ...testEndpoint, method: "POST", path: "/test/made" });
const root = endpoint({ ...testEndpoint, method: "GET", path: "/test-root", root: true });

const JSON_TYPE = { "content-type": "application/json" };

function mountTests(mount: Mount): void {
  mount(thing, async ({ params }) => new Answer({ name: params.name }, { headers: { "x-total-count": "7" } }));
  mount(cached, async () => new Answer({ ok: true }, { headers: { "cache-control": "public, max-age=60" } }));
  mount(tagged, async () => new Answer({ at: Math.random() }, { headers: { etag: '"v1"' } }));
  mount(streamed, async () => new Answer(Readable.from(["[", "]"]), { headers: JSON_TYPE }) as never);
  mount(texts, async () => new Answer("plain", { headers: { "content-type": "text/plain" } }));
  mount(taken, async () => {
    throw new ServiceError("conflict", "Choose another.");
  });
  mount(made, async () => ({ ok: true }));
  mount(root, async () => ({ ok: true }));
}

describe("entity tags", () => {
  let server: TestServer;
  let tag: string;
  beforeAll(async () => {
    server = await startTestServer({ extras: { mountMore: mountTests } });
    tag = String((await get("/api/v1/test/things/a")).headers["etag"]);
  });
  afterAll(() => server.close());

  const get = (
    url: string,
    ifNoneMatch?: string,
    method: "GET" | "HEAD" | "POST" = "GET",
  ): Promise<LightMyRequestResponse> =>
    server.app.inject({ method, url, headers: ifNoneMatch === undefined ? {} : { "if-none-match": ifNoneMatch } });

  test("are the same for the same answer, and others for another", async () => {
    expect(tag).toMatch(/^W\/"[\w-]{43}"$/);
    expect((await get("/api/v1/test/things/a")).headers["etag"]).toBe(tag);
    expect((await get("/api/v1/test/things/b")).headers["etag"]).not.toBe(tag);
  });

  test("save a caller who has the answer from getting it again", async () => {
    const answer = await get("/api/v1/test/things/a", tag);
    expect([answer.statusCode, answer.body]).toEqual([304, ""]);
    expect(answer.headers).toMatchObject({ etag: tag, "cache-control": "private, no-cache", "x-total-count": "7" });
    expect(answer.headers).not.toHaveProperty("content-type");
    expect(answer.headers).not.toHaveProperty("content-length");
  });

  test.each<[string, (tag: string) => string, number]>([
    ["any", () => "*", 304],
    ["a strong form of it", (own) => own.replace("W/", ""), 304],
    ["a list that has it", (own) => `"x, y", W/"z",${own}`, 304],
    ["another", () => 'W/"other"', 200],
    ["a list without it", () => '"x", "y"', 200],
    ["one that only contains it", (own) => `"x${own.replaceAll(/W\/|"/g, "")}"`, 200],
    ["something that is no tag", (own) => own.replaceAll('"', ""), 200],
    ["nothing", () => "", 200],
  ])("%s in If-None-Match is understood", async (_what, header, status) => {
    const answer = await get("/api/v1/test/things/a", header(tag));
    expect([answer.statusCode, answer.body]).toEqual([status, status === 200 ? '{"name":"a"}' : ""]);
  });

  test("are those that the use case knows better", async () => {
    expect((await get("/api/v1/test/tagged")).headers["etag"]).toBe('"v1"');
    expect((await get("/api/v1/test/tagged", 'W/"v1"')).statusCode).toBe(304);
  });

  test("are told to HEAD too, with the length of what GET would send", async () => {
    const answer = await get("/api/v1/test/things/a", undefined, "HEAD");
    expect([answer.statusCode, answer.body]).toEqual([200, ""]);
    expect(answer.headers).toMatchObject({ etag: tag, "content-length": "12" });
    const known = await get("/api/v1/test/things/a", tag, "HEAD");
    expect([known.statusCode, known.body, known.headers["etag"]]).toEqual([304, "", tag]);
  });

  test("come with the use case's own word on caching", async () => {
    expect((await get("/api/v1/test/cached")).headers["cache-control"]).toBe("public, max-age=60");
  });

  test.each<[string, string, "GET" | "POST", number]>([
    ["a stream", "/api/v1/test/streamed", "GET", 200],
    ["a text", "/api/v1/test/text", "GET", 200],
    ["a problem", "/api/v1/test/taken", "GET", 409],
    ["nothing at all", "/api/v1/test/nothing", "GET", 404],
    ["what a POST did", "/api/v1/test/made", "POST", 200],
    ["what is not the API", "/test-root", "GET", 200],
  ])("are not given to %s", async (_what, url, method, status) => {
    const answer = await get(url, "*", method);
    expect([answer.statusCode, answer.headers["etag"], answer.headers["cache-control"]]).toEqual([
      status,
      undefined,
      undefined,
    ]);
  });
});
