import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { CallName } from "../packages/contract/src/calls.js";
import * as contract from "../packages/contract/src/index.js";
import { routeOf } from "../packages/contract/src/route.js";
import { listSources } from "./boundaries/cruise.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

const DECLARED = contract.listEndpoints(contract).map(({ name, endpoint }) => ({
  name: name as CallName,
  route: { method: endpoint.method, path: contract.fullPath(endpoint) },
}));
const ROUTES = DECLARED.map(({ route }) => segmentsOf(route.path));

const isClient = (file: string): boolean =>
  /^packages\/(cli|web)\/src\//.test(file) && !/\.test\.tsx?$|\/testing\//.test(file);

/** The paths of the API in a source text, in code as in help; what a template inserts becomes `*`. */
function pathsIn(text: string): string[] {
  const plain = text.replace(/\$\{[^}]*\}/g, "*");
  return [...plain.matchAll(/\/?api\/v1\/[\w.*/-]+/g)].map(([path]) => (path.startsWith("/") ? path : `/${path}`));
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}

function isRoute(path: string): boolean {
  const written = segmentsOf(path);
  return ROUTES.some(
    (route) =>
      route.length === written.length &&
      route.every((segment, at) => {
        const pattern = (written[at] ?? "").split("*").map((part) => part.replace(/[.-]/g, "\\$&"));
        return segment.startsWith(":") || new RegExp(`^${pattern.join(".*")}$`).test(segment);
      }),
  );
}

// That the server has a route for each endpoint is proved by `access-matrix.http.test.ts`.
test("clients call the endpoints of the contract, at the paths where they are", () => {
  const called = DECLARED.map(({ name, route }) => {
    const keys = [...route.path.matchAll(/:(\w+)/g)].map(([, key = ""]) => key);
    const { method, path } = routeOf(name, Object.fromEntries(keys.map((key) => [key, `:${key}`])));
    return { name, route: { method, path: decodeURIComponent(path) } };
  });
  expect(called).toEqual(DECLARED);
});

test("a path that a client spells out itself is one of them too", () => {
  const files = listSources(root).filter(isClient);
  const found = files.flatMap((file) =>
    pathsIn(readFileSync(`${root}/${file}`, "utf8")).map((path) => ({ file, path })),
  );
  // A pattern that finds nothing finds nothing wrong.
  expect(found.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "/api/v1/health",
      "/api/v1/graphql",
      "/api/v1/*/*/install",
      "/api/v1/admin/audit-log/export",
    ]),
  );
  expect(found.filter(({ path }) => !isRoute(path))).toEqual([]);
});

test.each(["/api/v1/admin/nothing", "/api/v1/mcps/*/nothing*", "/api/v1/admin/nothing/*/reports", "/api/v1/nothing"])(
  "%s is not",
  (path) => {
    expect(isRoute(path)).toBe(false);
  },
);
