import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasNativeChdb } from "../src/platform/analytical/wasm/installed.js";
import { TEST_CREDENTIALS } from "./clickhouse-http/credentials.js";
import { startClickHouse } from "./clickhouse-http/start.js";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A data directory with both embedded stores created and migrated; tests start from a copy. */
    readonly template: string;
    /** Where chDB has no native build: the one engine that suites share, since another costs seconds and a gigabyte. */
    readonly sharedEngine: string | null;
  }
}

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Threads and child processes run compiled code, so that must be what the sources say. */
function build(): void {
  execFileSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-b"], {
    cwd: ROOT,
    stdio: "inherit",
  });
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  build();
  const template = mkdtempSync(join(tmpdir(), "tack-template-"));
  execFileSync(process.execPath, [join(ROOT, "packages/server/dist-test/test/make-template.js"), template], {
    stdio: "inherit",
  });
  project.provide("template", template);
  const sharedDir = mkdtempSync(join(tmpdir(), "tack-shared-"));
  const shared = hasNativeChdb() ? null : await startClickHouse({ dataDir: sharedDir, ...TEST_CREDENTIALS });
  project.provide("sharedEngine", shared?.url ?? null);
  return async () => {
    await shared?.stop();
    for (const directory of [template, sharedDir]) rmSync(directory, { recursive: true, force: true });
  };
}
