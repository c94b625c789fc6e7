import { existsSync } from "node:fs";

/** The first is the same browser without its windows: it needs a third less time. */
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Where the run keeps its decision, for every process that it starts; empty: there is no browser. */
const DECISION = "TEST_CHROMIUM";

/**
 * Debian's; nothing is downloaded. Looked for once in a run: a browser that is installed meanwhile would let suites run that
 * the run was not prepared for.
 */
export function chromiumPath(): string | undefined {
  process.env[DECISION] ??= find() ?? "";
  return process.env[DECISION] || undefined;
}

const find = (): string | undefined =>
  [process.env["CHROMIUM"], ...PLACES].find((path) => path !== undefined && existsSync(path));
