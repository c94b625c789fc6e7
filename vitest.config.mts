import { defineConfig } from "vitest/config";
import { LongestFirst } from "./packages/server/test/longest-first.ts";
import { chromiumPath } from "./packages/web/test/chromium.ts";

const ours = [
  "packages/*/src/**/*.test.{ts,tsx}",
  "packages/server/test/**/*.test.ts",
  "tools/**/*.test.ts",
  "bench/**/*.test.ts",
];
/** Suites that open real stores: each file gets a process of its own, because chDB serves one directory per process. */
const onStores = ["**/*.store.test.ts", "**/*.http.test.ts", "**/*.process.test.ts"];

/** What suites leave behind is removed after each of them. */
const cleanUp = [
  "./packages/server/test/cpu-log.ts",
  "./packages/server/test/clean-up.ts",
  "./packages/cli/src/testing/clean-up.ts",
];

/** What looks at the built web app, most of it in a browser. */
const onTheWeb = ["packages/web/test/**/*.test.ts"];

/** The journeys need a browser; see `packages/web/test/global-setup.ts`. */
const leftOut =
  chromiumPath() === undefined ? { ".browser.test.ts": "no Chromium (apt-get install chromium-headless-shell)" } : {};

export default defineConfig({
  // As Node finds it: two copies of GraphQL.js do not know each other's errors.
  resolve: { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] },
  test: {
    pool: "forks",
    // The browser suites make a fourth: many suites mostly wait, for a retry or for a process to start.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // An RSA key alone can take seconds on a busy machine, and where chDB is WebAssembly suites share a few.
    testTimeout: 300_000,
    expect: { poll: { timeout: 200_000 } },
    reporters: ["default", ["./packages/server/test/engines-reporter.ts", { leftOut }]],
    projects: [
      {
        extends: true,
        // They share nothing that could be left behind, so they share threads.
        test: {
          name: "pure",
          pool: "threads",
          isolate: false,
          setupFiles: cleanUp,
          include: ours,
          exclude: ["**/dist/**", "**/node_modules/**", ...onStores],
        },
      },
      {
        extends: true,
        test: {
          name: "stores",
          isolate: false,
          setupFiles: cleanUp,
          globalSetup: "./packages/server/test/global-setup.ts",
          include: onStores.map((pattern) => `packages/{server,cli}/${pattern}`),
          exclude: ["**/dist/**", "**/dist-test/**", "**/node_modules/**"],
          hookTimeout: 300_000,
          // A suite is over before the optimising compiler has done with PGlite, on which it would spend most of the time.
          execArgv: ["--liftoff-only"],
        },
      },
      {
        extends: true,
        // One server for all, and one page at a time: two would only take turns on the cores.
        test: {
          name: "web",
          globalSetup: "./packages/web/test/global-setup.ts",
          include: onTheWeb,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
