import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasNativeChdb } from "../src/platform/analytical/wasm/installed.js";
import { TEST_CREDENTIALS } from "./clickhouse-http/credentials.js";
import { startClickHouse, type RunningClickHouse } from "./clickhouse-http/start.js";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A data directory with both embedded stores created and migrated; tests start from a copy. */
    readonly template: string;
    /** Where chDB has no native build: the engines that suites share, since another costs seconds and a gigabyte. */
    readonly sharedEngines: readonly string[];
  }
}

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** As WebAssembly an engine has 2 GiB, which never come back: one alone would not last for all suites. */
const SHARED_ENGINES = 4;

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
  const shared = hasNativeChdb() ? [] : Array.from({ length: SHARED_ENGINES }, startShared);
  const engines = await Promise.all(shared.map(({ starting }) => starting));
  project.provide(
    "sharedEngines",
    engines.map(({ url }) => url),
  );
  return async () => {
    await Promise.all(engines.map((engine) => engine.stop()));
    for (const directory of [template, ...shared.map(({ dataDir }) => dataDir)]) {
      rmSync(directory, { recursive: true, force: true });
    }
  };
}

function startShared(): { dataDir: string; starting: Promise<RunningClickHouse> } {
  const dataDir = mkdtempSync(join(tmpdir(), "tack-shared-"));
  return { dataDir, starting: startClickHouse({ dataDir, ...TEST_CREDENTIALS }) };
}
