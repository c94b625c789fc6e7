import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { chromiumPath } from "./chromium.js";
import { fillServer } from "./fill-server.js";
import { startServer } from "./start-server.js";

declare module "vitest" {
  interface ProvidedContext {
    /** A server with demo data, shared by all tests; undefined if there is no browser. */
    readonly webServer: string | undefined;
  }
}

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  execFileSync(process.execPath, ["-e", 'require("./scripts/prepare.cjs").prepare()'], {
    cwd: ROOT,
    stdio: "inherit",
  });
  if (chromiumPath() === undefined) {
    process.stderr.write(
      "The journeys in a browser are left out: there is no Chromium (apt-get install chromium-headless-shell).\n",
    );
    project.provide("webServer", undefined);
    return undefined;
  }
  // For development: uses a running server with the data below, instead of starting one.
  const running = process.env["TEST_WEB_URL"];
  if (running !== undefined) {
    project.provide("webServer", running);
    return undefined;
  }
  const server = await startServer();
  try {
    await fillServer(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide("webServer", server.url);
  return () => server.stop();
}
