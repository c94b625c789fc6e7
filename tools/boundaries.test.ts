import { rmSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { cruiseTree, listSources } from "./boundaries/cruise.mjs";
import { LAWFUL, plantTree } from "./boundaries/planted-tree.mjs";

const S = "packages/server/src";

/** Rule broken, file that breaks it, text of that file. */
const PLANTED: readonly (readonly [rule: string, file: string, text: string])[] = [
  ["contract-imports-only-typebox", "packages/contract/src/a.ts", `import "node:fs";`],
  ["contract-imports-only-typebox", "packages/contract/src/b.ts", `import "@tackroom/harness";`],
  ["contract-imports-only-typebox", "packages/contract/src/c.ts", `import "fastify";`],
  ["harness-imports-only-contract", "packages/harness/src/a.ts", `import "node:path";`],
  ["harness-imports-only-contract", "packages/harness/src/b.ts", `import "typebox";`],
  ["server-is-no-library", "packages/cli/src/a.ts", `import "@tackroom/server/app";`],
  ["server-is-no-library", "packages/web/src/a.tsx", `import "../../server/src/app.js"; export const A = () => <p />;`],
  ["server-does-not-import-itself-by-name", `${S}/teams/a.ts`, `import "@tackroom/server/app";`],
  ["server-knows-no-client", `${S}/teams/b.ts`, `import "@tackroom/cli";`],
  ["server-knows-no-client", `${S}/teams/c.ts`, `import "@tackroom/web";`],
  ["clients-stand-alone", "packages/cli/src/b.ts", `import "@tackroom/web";`],
  ["clients-stand-alone", "packages/web/src/b.ts", `import "../../cli/src/main.js";`],

  ["core-is-pure", `${S}/registry/core/a.ts`, `import "node:crypto";`],
  ["core-is-pure", `${S}/registry/core/b.ts`, `import "../item-store.js";`],
  ["core-is-pure", `${S}/registry/core/c.ts`, `import "../../platform/clock.js";`],
  ["core-is-pure", `${S}/registry/core/d.ts`, `import "fastify";`],
  ["pure-modules-are-pure", `${S}/unsafe-text/a.ts`, `import "../platform/clock.js";`],
  ["pure-modules-are-pure", `${S}/unsafe-text/b.ts`, `import "node:crypto";`],
  ["only-stores-touch-the-databases", `${S}/registry/a.ts`, `import "../platform/relational/index.js";`],
  [
    "only-stores-touch-the-databases",
    `${S}/registry/b.ts`,
    `import type { X } from "../platform/analytical/index.js";`,
  ],
  ["only-stores-touch-the-databases", `${S}/other.ts`, `import "./platform/relational/index.js";`],
  ["only-stores-use-a-database-package", `${S}/registry/c.ts`, `import { sql } from "kysely";`],
  ["routes-never-touch-a-store", `${S}/auth/routes.ts`, `import type { K } from "./key-store.js";`],

  ["rooms-depend-downwards/registry/stores", `${S}/registry/stores/a-store.ts`, `import "../items/get-item.js";`],
  [
    "rooms-depend-downwards/registry/versions",
    `${S}/registry/versions/a.ts`,
    `import type { I } from "../items/get-item.js";`,
  ],
  ["every-room-has-a-place/telemetry", `${S}/telemetry/cellar/a.ts`, `import "../../platform/clock.js";`],
  ["rooms-depend-downwards/ui/feedback", "packages/web/src/ui/feedback/a.tsx", `import "../overlays/dialog.js";`],

  ["modules-meet-at-index", `${S}/review/a.ts`, `import "../registry/item-store.js";`],
  ["modules-meet-at-index", `${S}/telemetry/a.ts`, `import "../unsafe-text/core/find-secrets.js";`],
  ["app-meets-modules-at-index", `${S}/wiring.ts`, `import "./registry/routes.js";`],
  ["app-is-on-top", `${S}/teams/d.ts`, `import "../app.js";`],
  ["app-is-on-top", `${S}/platform/a.ts`, `import "../main.js";`],
  ["platform-knows-no-module", `${S}/platform/b.ts`, `import "../audit/index.js";`],
  ["every-module-has-a-rank", `${S}/surprise/index.ts`, `import "../platform/clock.js";`],
  ["only-downwards/registry", `${S}/registry/d.ts`, `import "../review/index.js";`],
  ["only-downwards/audit", `${S}/audit/a.ts`, `import "../settings/index.js";`],
  ["only-downwards/auth", `${S}/auth/a.ts`, `import "../teams/index.js";`],
  ["only-downwards/review", `${S}/review/b.ts`, `import "../telemetry/index.js";`],
  ["only-downwards/health", `${S}/health/a.ts`, `import "../registry/index.js";`],

  ["no-test-support-in-production", `${S}/teams/e.ts`, `import "../../test/support.js";`],
  ["tests-are-not-imported", `${S}/teams/f.ts`, `import "./g.test.js";`],
  ["no-cycles", `${S}/teams/x.ts`, `import type { Y } from "./y.js"; export type X = Y;`],
];

/** Every way to write an import, each of which must be seen. */
const FORMS = [
  `import type { A } from "node:fs";`,
  `export type { A } from "node:fs";`,
  `export * from "node:fs";`,
  `type A = import("node:fs").Stats;`,
  `const f = async () => { await using file = await (await import("node:fs")).promises.open("x"); return file; };`,
  `class A { static { void import("node:fs"); } accessor b = 1; }`,
].map((text, index) => ["contract-imports-only-typebox", `packages/contract/src/form-${index}.ts`, text] as const);

/** What the planted files import, lawful in itself. */
const TARGETS = {
  "packages/web/src/ui/overlays/dialog.tsx": `export const Dialog = 1;`,
  [`${S}/auth/key-store.ts`]: `export interface K {}`,
  [`${S}/teams/g.test.ts`]: `export {};`,
  [`${S}/teams/y.ts`]: `import type { X } from "./x.js"; export type Y = X;`,
};

const roots: string[] = [];
function plant(files: Record<string, string>, built: boolean): string {
  const root = plantTree(files, { built });
  roots.push(root);
  return root;
}
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

describe.each([
  ["before a build", false],
  ["after a build", true],
])("the module law, %s", (_, built) => {
  test("finds every planted violation and nothing else", async () => {
    const planted = [...PLANTED, ...FORMS];
    const files = Object.fromEntries(planted.map(([, file, text]) => [file, text]));
    const root = plant({ ...LAWFUL, ...TARGETS, ...files }, built);
    const { violations } = await cruiseTree(root);
    const found = violations.map(({ rule, path }) => `${rule}: ${path[0]}`);
    expect(found.toSorted()).toEqual(planted.map(([rule, file]) => `${rule}: ${file}`).toSorted());
  });

  test("finds nothing in a lawful tree, having read all of it", async () => {
    const root = plant(LAWFUL, built);
    const { violations, seen } = await cruiseTree(root);
    expect(violations).toEqual([]);
    expect(seen.toSorted()).toEqual(listSources(root).toSorted());
  });
});
