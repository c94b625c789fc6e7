import { Validator } from "@seriousme/openapi-schema-validator";
import { fullPath } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENDPOINTS, urlsOf } from "../../test/endpoints.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

interface Described {
  readonly security: object[];
  readonly responses: { readonly default: { readonly description: string } };
}

/** A path as OpenAPI writes it; what is left of one is a parameter, too. */
const templateOf = (path: string): string => path.replace(/:(\w+)/g, "{$1}").replace(/\*$/, "{*}");

describe.each(largestSize)("the API description ($size)", (on) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ on });
  });
  afterAll(() => server.close());

  const document = async (): Promise<{
    openapi: string;
    paths: Record<string, object>;
    components: { schemas: object };
  }> => (await server.app.inject({ url: "/api/v1/openapi.json" })).json();

  test("is valid OpenAPI 3.1", async () => {
    const result = await new Validator().validate({ ...(await document()) });
    expect(result).toEqual({ valid: true });
    expect((await document()).openapi).toBe("3.1.0");
  });

  test("has every endpoint of the contract, under each of its paths", async () => {
    const { paths } = await document();
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const declared = ENDPOINTS.flatMap(({ endpoint }) =>
      urlsOf(endpoint).map((url) => `${endpoint.method} ${templateOf(url)}`),
    );
    expect(described.toSorted()).toEqual(declared.toSorted());
    expect(described).toContain("POST /api/v1/agents/{id}/pull");
  });

  test("says of every route who may call it, and which errors of its own it has", async () => {
    const { paths } = await document();
    const bearer = [{ bearer: [] }, { apiKey: [] }];
    for (const { endpoint, name } of ENDPOINTS) {
      const path = templateOf(fullPath(endpoint));
      const described = (paths[path] as Record<string, Described>)[endpoint.method.toLowerCase()];
      const expected = endpoint.access === "anyone" ? [] : endpoint.access === "optional" ? [{}, ...bearer] : bearer;
      expect([name, described?.security]).toEqual([name, expected]);
      for (const code of endpoint.errors) expect(described?.responses.default.description).toContain(code);
    }
  });

  test("names its schemas instead of repeating them", async () => {
    const { components } = await document();
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(["HealthReport", "Problem", "User"]));
  });

  test("can be read as a page, under a policy that lets nothing foreign in", async () => {
    const page = await server.app.inject({ url: "/docs/" });
    expect(page.statusCode).toBe(200);
    expect(page.headers["content-type"]).toMatch(/^text\/html/);
    expect(page.body).not.toMatch(/(src|href)="https?:/);
  });

  test("is where the first page points to", async () => {
    const page = await server.app.inject({ url: "/" });
    expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.body).toContain('href="/docs"');
  });
});
