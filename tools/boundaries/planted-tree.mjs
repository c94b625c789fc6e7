import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const S = "packages/server/src";

/** A tree laid out like ours that keeps every law, with an example of each thing that is allowed. */
export const LAWFUL = {
  "packages/contract/src/index.ts": `export * from "./errors.js"; import { Type } from "typebox"; export const None = Type.Object({});`,
  "packages/contract/src/errors.ts": `export const CODES = 1;`,
  "packages/contract/src/errors.test.ts": `import { test } from "vitest"; import "node:fs"; import "./errors.js";`,
  "packages/harness/src/index.ts": `import type { None } from "@tackroom/contract"; export type It = typeof None;`,
  "packages/cli/src/main.ts": `import "@tackroom/contract"; import "@tackroom/harness"; import "node:fs"; import "commander";`,
  "packages/web/src/page.tsx": `import "@tackroom/contract"; export const Page = () => <p>{1}</p>;`,
  "bench/ingest.ts": `import "@tackroom/server/app"; import "../packages/server/test/support.js";`,
  "packages/server/test/support.ts": `import "../src/app.js"; import "../src/platform/relational/index.js"; import "@tackroom/server/app";`,

  [`${S}/main.ts`]: `import "./app.js"; import "./platform/relational/index.js"; import "./registry/index.js";`,
  [`${S}/app.ts`]: `import "./registry/index.js"; import "./review/index.js"; import "./health/index.js"; import "./platform/http/mount.js";`,
  [`${S}/platform/clock.ts`]: `export const now = () => 1;`,
  [`${S}/platform/http/mount.ts`]: `import "../clock.js"; import "fastify"; import "../relational/index.js";`,
  [`${S}/platform/relational/index.ts`]: `export type { Tx } from "./tx.js"; import "kysely";`,
  [`${S}/platform/relational/tx.ts`]: `export interface Tx { readonly opaque: true }`,
  [`${S}/platform/analytical/index.ts`]: `import "@clickhouse/client";`,
  [`${S}/audit/index.ts`]: `import "../platform/clock.js"; export const record = 1;`,
  [`${S}/settings/index.ts`]: `export const read = 1;`,
  [`${S}/unsafe-text/index.ts`]: `export * from "./core/find-secrets.js";`,
  [`${S}/unsafe-text/core/find-secrets.ts`]: `import "@tackroom/harness/secrets"; export const findSecrets = 1;`,
  [`${S}/auth/index.ts`]: `import "../audit/index.js"; import "../settings/index.js";`,
  [`${S}/teams/index.ts`]: `import "../auth/index.js";`,
  [`${S}/registry/index.ts`]: `export * from "./submit-item.js"; import "../teams/index.js"; import "../audit/index.js";`,
  [`${S}/registry/routes.ts`]: `import "./submit-item.js"; import "@tackroom/contract"; import "../platform/http/mount.js";`,
  [`${S}/registry/submit-item.ts`]: `import "./item-store.js"; import "./core/next-version.js"; import type { Tx } from "../platform/relational/tx.js"; export type Held = Tx;`,
  [`${S}/registry/item-store.ts`]: `import "../platform/relational/index.js"; import "../platform/analytical/index.js"; import "kysely";`,
  [`${S}/registry/submit-item.http.test.ts`]: `import "vitest"; import "../../test/support.js"; import "../app.js"; import "../platform/relational/index.js";`,
  [`${S}/registry/items/get-item.ts`]: `import "../stores/item-store.js"; export interface I {}`,
  [`${S}/registry/stores/item-store.ts`]: `import "../core/compare.js"; import "kysely";`,
  [`${S}/registry/core/next-version.ts`]: `import "./compare.js"; import "@tackroom/contract"; import "@tackroom/harness"; import "typebox";`,
  [`${S}/registry/core/compare.ts`]: `import "../../unsafe-text/index.js"; export const compare = 1;`,
  [`${S}/registry/core/compare.test.ts`]: `import "vitest"; import "node:fs"; import "./compare.js";`,
  [`${S}/review/index.ts`]: `import "../registry/index.js";`,
  [`${S}/telemetry/index.ts`]: `import "../registry/index.js"; import "../teams/index.js"; import "../unsafe-text/index.js";`,
  [`${S}/alerts/index.ts`]: `import "../telemetry/index.js";`,
  [`${S}/health/index.ts`]: `import "../auth/index.js"; import "../platform/clock.js";`,
  [`${S}/docs/index.ts`]: `import "../auth/index.js";`,
  [`${S}/config/index.ts`]: `import "../settings/index.js";`,
};

/** What a build and `npm install` add: `@tackroom/*` resolves to dist, typebox to node_modules. */
const BUILT = Object.fromEntries(
  ["contract", "harness", "server", "cli", "web"].flatMap((name) => [
    [
      `packages/${name}/package.json`,
      JSON.stringify({ name: `@tackroom/${name}`, exports: { ".": "./dist/index.js", "./*": "./dist/*.js" } }),
    ],
    [`packages/${name}/dist/index.js`, "export {};"],
    [`packages/${name}/dist/app.js`, "export {};"],
  ]),
);

/** Writes `files` (path to text) below a new temporary folder and returns the folder. */
export function plantTree(files, { built }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "boundaries-")));
  const write = ([path, text]) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  Object.entries(files).forEach(write);
  if (built) {
    Object.entries({ ...BUILT, "node_modules/typebox/index.js": "export const Type = {};" }).forEach(write);
    mkdirSync(join(root, "node_modules/@tackroom"));
    for (const name of ["contract", "harness", "server", "cli", "web"]) {
      symlinkSync(join(root, "packages", name), join(root, "node_modules/@tackroom", name));
    }
  }
  return root;
}
