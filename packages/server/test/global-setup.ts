import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A data directory with both embedded stores created and migrated; tests start from a copy. */
    readonly template: string;
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

export function setup(project: TestProject): () => void {
  build();
  const template = mkdtempSync(join(tmpdir(), "tack-template-"));
  execFileSync(process.execPath, [join(ROOT, "packages/server/dist-test/test/make-template.js"), template], {
    stdio: "inherit",
  });
  project.provide("template", template);
  return () => rmSync(template, { recursive: true, force: true });
}
