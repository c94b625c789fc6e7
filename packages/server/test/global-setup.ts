import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasNativeChdb } from "../src/platform/analytical/wasm/installed.js";
import { clickhouseUrl, TEST_CREDENTIALS } from "./clickhouse-http/credentials.js";
import { startClickHouse, type RunningClickHouse } from "./clickhouse-http/start.js";
import { administer, databaseAt } from "./postgres.js";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A data directory with both embedded stores created and migrated; tests start from a copy. */
    readonly template: string;
    /** A migrated database of the PostgreSQL for tests, which suites copy; undefined if none was named. */
    readonly postgresTemplate: string | undefined;
    /** Engines over HTTP that suites share, since another costs seconds. */
    readonly sharedEngines: readonly string[];
    /** The same for servers that are processes, with credentials; none where a native engine starts at once. */
    readonly enginesOfProcesses: readonly string[];
  }
}

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** As WebAssembly an engine has 2 GiB, which never come back: one alone would not last for all suites. */
const SHARED_ENGINES = hasNativeChdb() ? 1 : 4;

/** Threads and child processes run compiled code, so that must be what the sources say. */
function build(): void {
  const prepare = ["-e", 'require("./scripts/prepare.cjs").prepare()'];
  execFileSync(process.execPath, prepare, { cwd: ROOT, stdio: "inherit" });
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  build();
  const template = mkdtempSync(join(tmpdir(), "tack-template-"));
  makeTemplate(template);
  project.provide("template", template);
  const engines = Array.from({ length: SHARED_ENGINES }, startShared);
  const running = await Promise.all(engines.map(({ starting }) => starting));
  project.provide(
    "sharedEngines",
    running.map(({ url }) => url),
  );
  project.provide(
    "enginesOfProcesses",
    hasNativeChdb() ? [] : running.map(({ url }) => clickhouseUrl(url, "").reveal()),
  );
  const postgres = await makePostgresTemplate();
  project.provide("postgresTemplate", postgres?.name);
  return async () => {
    await postgres?.drop();
    await Promise.all(running.map((engine) => engine.stop()));
    for (const directory of [template, ...engines.map(({ dataDir }) => dataDir)]) {
      rmSync(directory, { recursive: true, force: true });
    }
  };
}

function makeTemplate(directory: string, env: Record<string, string> = {}): void {
  execFileSync(process.execPath, [join(ROOT, "packages/server/dist-test/test/make-template.js"), directory], {
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
}

async function makePostgresTemplate(): Promise<{ name: string; drop(): Promise<void> } | undefined> {
  const server = process.env["TEST_DATABASE_URL"];
  if (!server) return undefined;
  const name = `tack_template_${process.pid}`;
  await administer(server, `CREATE DATABASE ${name}`);
  const directory = mkdtempSync(join(tmpdir(), "tack-template-"));
  makeTemplate(directory, { DATABASE_URL: databaseAt(server, name) });
  rmSync(directory, { recursive: true, force: true });
  return { name, drop: () => administer(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

function startShared(): { dataDir: string; starting: Promise<RunningClickHouse> } {
  const dataDir = mkdtempSync(join(tmpdir(), "tack-shared-"));
  return { dataDir, starting: startClickHouse({ dataDir, ...TEST_CREDENTIALS }) };
}
